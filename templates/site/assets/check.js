// Shows the rows of a check page by their verdict and their words. Without it the page shows every row.
(function () {
  "use strict";
  var form = document.querySelector(".check-filter");
  if (!form) return;
  var rows = Array.prototype.filter.call(document.querySelectorAll(".table-box tbody tr"), function (row) {
    return row.querySelector("td[id$='--verdict']");
  });
  if (!rows.length) return;
  form.hidden = false;

  function show() {
    var verdict = form.elements.verdict.value;
    var words = form.elements.words.value.trim().toLowerCase();
    var shown = 0;
    rows.forEach(function (row) {
      var fits = !verdict || row.querySelector("td[id$='--verdict']").textContent.trim() === verdict;
      fits = fits && (!words || row.textContent.toLowerCase().indexOf(words) >= 0);
      row.classList.toggle("filtered", !fits);
      if (fits) shown += 1;
    });
    form.querySelector("output").textContent = verdict || words ? shown + " of " + rows.length + " rows" : "";
  }

  form.addEventListener("input", show);
  form.addEventListener("submit", function (event) {
    event.preventDefault();
  });
  // A link to a row must find it, whatever the filter was.
  window.addEventListener("hashchange", function () {
    var target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    var row = target && target.closest("tr.filtered");
    if (row) {
      form.reset();
      show();
      row.scrollIntoView();
    }
  });
  show();
})();
