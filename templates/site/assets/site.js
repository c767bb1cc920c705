// What the pages gain from a script; without it they keep every word, number and link.
(function () {
  "use strict";
  var root = document.documentElement;

  // Light and dark: the button turns what is shown now into the other one and remembers it.
  var dark = matchMedia("(prefers-color-scheme: dark)");
  document.querySelectorAll(".theme-switch").forEach(function (button) {
    button.addEventListener("click", function () {
      var now = root.dataset.theme || (dark.matches ? "dark" : "light");
      root.dataset.theme = now === "dark" ? "light" : "dark";
      try {
        localStorage.setItem("dicepress-theme", root.dataset.theme);
      } catch (error) {
        // The choice then lasts for this page.
      }
    });
  });

  // Menus close on Escape and on a click elsewhere.
  document.querySelectorAll("details.menu, details.table-files").forEach(function (menu) {
    document.addEventListener("click", function (event) {
      if (menu.open && !menu.contains(event.target)) menu.open = false;
    });
    document.addEventListener("keydown", function (event) {
      if (event.key === "Escape" && menu.open) {
        menu.open = false;
        menu.querySelector("summary").focus();
      }
    });
  });

  // Code that is wider than the window can be reached, and then scrolled, with the keyboard.
  document.querySelectorAll("pre").forEach(function (code) {
    if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
  });
})();
