// Takes the key from the address: the part after # never reaches a server unless a script sends it.
const key = location.hash.slice(1);
if (key) {
  history.replaceState(null, "", location.pathname);
  document.getElementById("key").value = decodeURIComponent(key);
  document.querySelector("form").submit();
}
