/* Says of each result of the search in which language its page is: what is found in one may not help in the other. */
document.addEventListener("DOMContentLoaded", () => {
  const results = document.getElementById("search-results");
  if (!results) return;
  const isGerman = (address) => /\/docs\/de\/|rules_de\.html/.test(address);
  new MutationObserver(() => {
    for (const link of results.querySelectorAll("li > a:first-child:not([hreflang])")) {
      link.hreflang = isGerman(link.href) ? "de" : "en";
      const label = document.createElement("span");
      label.className = "language";
      label.textContent = isGerman(link.href) ? "Deutsch" : "English";
      link.after(" ", label);
    }
  }).observe(results, { childList: true, subtree: true });
});
