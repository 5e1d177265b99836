import { finishedFrom, latest, List } from "../src/hall/lists";
import { afterChanges } from "../src/hall/lobby";
import type { Card, ClockSpec } from "../src/hall/wire";
import { bestTable } from "../src/lobby/match";
import { Order } from "../src/lobby/order";
import { near, stepped } from "../src/lobby/view";
import { same, test } from "./check";

const card = (table: number, more: Partial<Card> = {}): Card => ({ table, game: "chess", status: "waiting", seats: [{ name: "anna", person: 1 }, null], opened: table, ...more });
const cards = (...numbers: number[]): Card[] => numbers.map((table) => card(table));
const numbers = (order: Order): number[] => order.rows.map(({ table }) => table);

function shown(now: Card[], inView: number): Order {
  const order = new Order();
  order.update(now, () => undefined, 0, 0);
  order.update(now, () => undefined, inView, 0);
  return order;
}

test("a table that did not change keeps its very card", () => {
  const before = new Map(cards(1, 2, 3).map((each) => [each.table, each]));
  const after = afterChanges(before, [
    { type: "listed", change: "gone", card: card(1) },
    { type: "listed", change: "changed", card: card(2, { status: "playing" }) },
    { type: "listed", change: "opened", card: card(4) },
  ]);
  same([...after.keys()], [2, 3, 4]);
  same(after.get(2)?.status, "playing");
  same(after.get(3) === before.get(3), true);
});

test("rows in view keep their places, and everything below is as the lobby has it", () => {
  const order = shown(cards(9, 8, 7, 6, 5), 3);
  const now = [card(10), card(9), card(7, { status: "playing" }), card(6), card(4)];
  order.update(now, () => undefined, 3, 50);
  same(numbers(order), [9, 8, 7, 10, 6, 4]);
  same(order.rows[2]?.status, "playing");
  same([...order.gone], [[8, 50]]);
  same(order.fresh, 2);
  order.update(now, () => undefined, 5, 60);
  same(order.fresh, 1);
  order.update(now, () => undefined, 0, 70);
  same([numbers(order), [...order.gone], order.fresh], [[10, 9, 7, 6, 4], [], 0]);
});

test("a table in view that no longer belongs into the list is not gone", () => {
  const order = shown(cards(3, 2, 1), 2);
  order.update(cards(2, 1), (table) => (table === 3 ? card(3, { status: "playing" }) : undefined), 2, 50);
  same([numbers(order), order.gone.size, order.rows[0]?.status], [[3, 2, 1], 0, "playing"]);
});

test("rows of tables that are gone are taken away after a while", () => {
  const order = shown(cards(4, 3, 2, 1), 4);
  order.update(cards(3, 2, 1), () => undefined, 4, 50);
  order.update(cards(3, 1), () => undefined, 4, 60);
  same(order.sweep(40, 4), { swept: 0, above: 0 });
  same(order.sweep(50, 2), { swept: 1, above: 1 });
  same(numbers(order), [3, 2, 1]);
  same(order.sweep(60, 1), { swept: 1, above: 0 });
});

test("only rows near those in view exist, and the one with the focus", () => {
  const view = { first: 10, last: 14, row: 72 };
  same(near(view, 1000, 2, -1), [8, 9, 10, 11, 12, 13, 14, 15]);
  same(near(view, 12, 2, 0), [0, 8, 9, 10, 11]);
  same(near(view, 1000, 0, 500), [10, 11, 12, 13, 500]);
  same(near({ ...view, last: 0 }, 3, 2, -1), [1, 2]);
});

test("keys go from row to row and not beyond the ends", () => {
  const to = (key: string, at: number, more = {}) => stepped({ key, ...more } as KeyboardEvent, at, { first: 10, last: 15, row: 72 }, 100);
  same(["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End"].map((key) => to(key, 12)), [13, 11, 16, 8, 0, 99]);
  same([to("ArrowUp", 0), to("ArrowDown", 99)], [0, 99]);
  same([to("a", 12), to("End", 12, { ctrlKey: true }), to("End", -1)], [undefined, undefined, undefined]);
});

test("a list is asked for when it is shown, once for all who look", () => {
  let asked = 0;
  const list = new List(() => {
    asked++;
    return new Promise<number[]>(() => {});
  });
  list.outdate();
  same(asked, 0);
  list.show();
  list.show();
  list.outdate();
  list.outdate(true);
  same(asked, 1);
});

test("games that ended since are before those that were asked for, each of them once", () => {
  const over = (table: number, at: number) => finishedFrom(card(table), { ranks: [1, 2] }, at);
  same(over(1, 5).players, ["anna", ""]);
  const found = latest([over(3, 30), over(2, 20), over(1, 10)], [over(4, 40), over(3, 31)], 3);
  same(found.map(({ table }) => table), [4, 3, 2]);
});

const total = (minutes: number, seconds = 0): ClockSpec => ({ kind: "total", time: minutes * 60_000, increment: seconds * 1000 });
const answer = (seconds: number): ClockSpec => ({ kind: "answer", time: seconds * 1000 });
const best = (clocks: ClockSpec[], asked?: ClockSpec): number | undefined =>
  bestTable(clocks.map((clock, at) => card(at, { clock })).reverse(), asked)?.table;

test("who plays now gets a clock like the one asked for", () => {
  same(best([total(1), total(10), total(5), total(5)], total(5)), 2);
  same(best([total(1), total(3, 2), total(30)], total(5)), 1);
  same(best([total(1), total(30), answer(10), {}], total(5)), undefined);
  same(best([total(5), { kind: "none" }], {}), 1);
});

test("who asked for no clock gets the most time there is, but no game of days", () => {
  same(best([total(5), {}, {}]), 1);
  same(best([total(5), total(30), answer(24 * 3600), answer(10)]), 1);
  same(best([answer(24 * 3600)]), undefined);
});

test("nobody is led to a table without a seat, without its host, or of a saved game", () => {
  const [anna, bob] = [{ name: "anna", person: 1 }, { name: "bob", person: 2 }];
  const full = card(1, { seats: [anna, bob], status: "playing" });
  const left = card(2, { seats: [{ ...anna, away: 1 }, null] });
  same(bestTable([full, left, card(3, { save: "later" })], undefined), undefined);
  same(bestTable([], undefined), undefined);
});
