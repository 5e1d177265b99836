/** Where we are in the page: everything behind the # of the address. */

import { signal } from "@preact/signals";

export interface Route {
  /** lobby, game, table, replay, player, contest, device, keeper. */
  page: string;
  /** Which one: a table's number, a game's or player's name. */
  which: string;
  query: URLSearchParams;
}

const DEVICE = "#device=";

/** Read an address: `#/table/123?code=abc`, or `#device=CODE`. */
export function parse(hash: string): Route {
  if (hash.startsWith(DEVICE)) return { page: "device", which: hash.slice(DEVICE.length), query: new URLSearchParams() };
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [page, ...rest] = path.split("/").map(decoded);
  return { page: page || "lobby", which: rest.join("/"), query: new URLSearchParams(query) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray percent sign
  }
}

export const route = signal<Route>(parse(location.hash));
window.addEventListener("hashchange", () => (route.value = parse(location.hash)));

/** The address of a place in the page. */
export function to(page: string, which: string | number = "", query: Record<string, string> = {}): string {
  const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value)).toString();
  const path = page === "lobby" ? "" : `${page}/${encodeURIComponent(which)}`;
  return `#/${path}${asked ? `?${asked}` : ""}`;
}

/** The address that brings another device to us, with a code. */
export const toDevice = (code: string): string => `${DEVICE}${code}`;

/** Go there; `instead` leaves no way back to where we are. */
export function go(address: string, instead = false): void {
  if (instead) location.replace(address);
  else location.hash = address;
}

/** An address to give to somebody else. */
export const shareable = (address: string): string => location.href.replace(/#.*/, "") + address;
