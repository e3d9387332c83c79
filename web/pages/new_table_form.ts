/** The form for a new table: it shows the options of an edition as soon as that is chosen. */
const OPTIONS = "options";

/** Has the form show the options of the edition that is chosen; the server draws them. */
export function updateOptionsWithEdition(form: HTMLFormElement): void {
  const edition = form.elements.namedItem("edition");
  if (!(edition instanceof HTMLSelectElement)) return;
  let asking: XMLHttpRequest | null = null;
  const follow = () => {
    asking?.abort();
    const shown = form.elements.namedItem("shown");
    if (shown instanceof HTMLInputElement && shown.value !== edition.value) {
      asking = requestPage(form, (page) => showOptions(form, page));
    }
  };
  edition.addEventListener("change", follow);
  // Going back to the page, a browser may put back what was chosen.
  addEventListener("pageshow", follow);
}

/** Asks for the page with what is filled in. Browsers let this way alone make a page of text. */
function requestPage(form: HTMLFormElement, take: (page: Document) => void): XMLHttpRequest {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") query.append(name, value);
  }
  const request = new XMLHttpRequest();
  request.open("GET", `/new?${query}`);
  request.responseType = "document";
  request.addEventListener("load", () => {
    if (request.status === 200 && request.responseXML !== null) take(request.responseXML);
  });
  request.send();
  return request;
}

/** Puts the options of the page in the place of those in the form, as far opened as they were. */
function showOptions(form: HTMLFormElement, page: Document): void {
  const old = document.getElementById(OPTIONS);
  const options = page.getElementById(OPTIONS);
  if (old === null || options === null) return;
  for (const details of options.querySelectorAll("details")) {
    details.open ||= old.querySelector(`details.${details.className}`)?.hasAttribute("open") ??
      false;
  }
  const focused = old.contains(document.activeElement) ? document.activeElement?.id : "";
  old.replaceWith(document.adoptNode(options));
  if (focused) document.getElementById(focused)?.focus();
  const told = form.querySelector("#options-told");
  if (told !== null) told.textContent = options.dataset.told ?? "";
}
