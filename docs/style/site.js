// Wide tables and code can be scrolled by keyboard in every browser.
for (const box of document.querySelectorAll(".highlight pre, .table-wrapper")) {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
}
