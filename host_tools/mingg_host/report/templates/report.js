// Opens all deals while the page is printed.
const deals = () => document.querySelectorAll("details");
let closed = [];
addEventListener("beforeprint", () => {
  closed = [...deals()].filter((deal) => !deal.open);
  for (const deal of closed) deal.open = true;
});
addEventListener("afterprint", () => {
  for (const deal of closed) deal.open = false;
  closed = [];
});
// Opens the deal that the address names.
const openNamed = () => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named && named.tagName === "DETAILS") named.open = true;
};
addEventListener("hashchange", openNamed);
addEventListener("DOMContentLoaded", () => {
  openNamed();
  for (const button of document.querySelectorAll("button.all")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const own = [...button.closest("section").querySelectorAll("details")];
      const open = own.some((deal) => !deal.open);
      for (const deal of own) deal.open = open;
    });
  }
});
