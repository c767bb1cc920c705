// Runs before the first paint, so that a reader who chose light or dark does not see the other one flash.
(function () {
  var root = document.documentElement;
  root.classList.add("scripted");
  try {
    var chosen = localStorage.getItem("dicepress-theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch (error) {
    // A browser that forbids storage still shows the theme of the system.
  }
})();
