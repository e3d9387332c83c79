/** Posts a value as JSON. */
export function postJson(address: string, body: object): Promise<Response> {
  return fetch(address, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}
