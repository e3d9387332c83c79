/** The form for a new table: it shows the options of an edition as soon as that is chosen. */
const OPTIONS = "options";

/** Updates the form with the options of the chosen edition, which the server renders. */
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
  // When the user goes back to the page, the browser may restore an earlier choice.
  addEventListener("pageshow", follow);
}

/** Requests the page for the current values. Only XMLHttpRequest parses it into a document here. */
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

/** Replaces the options in the form by those of the page; details stay open. */
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
  const status = form.querySelector("#options-status");
  if (status !== null) status.textContent = options.dataset.status ?? "";
}
