/** The order in which tables are shown: as the lobby has them, but nothing moves that somebody looks at. */

import type { Card } from "../hall/wire";

/** Rows of tables. What is in view stays in its place, changed or gone; below it everything is as the lobby has it. */
export class Order {
  rows: readonly Card[] = [];
  /** Tables that are no more, and since when; their rows are still there. */
  gone: ReadonlyMap<number, number> = new Map();
  /** The tables that were in the list when it was last put in order, or in view since. */
  private seen = new Set<number>();
  private inView = 0;
  private now: readonly Card[] = [];

  /**
   * The lobby is now like this, and the rows before `inView` are looked at. `known` finds tables of the lobby that no
   * longer belong into this list.
   */
  update(now: readonly Card[], known: (table: number) => Card | undefined, inView: number, at: number): void {
    if (now !== this.now || !inView) this.place(now, known, inView, at);
    this.now = now;
    this.inView = inView;
    for (const { table } of this.rows.slice(0, inView)) this.seen.add(table);
  }

  private place(now: readonly Card[], known: (table: number) => Card | undefined, inView: number, at: number): void {
    const current = new Map(now.map((card) => [card.table, card]));
    const gone = new Map<number, number>();
    const still = this.rows.slice(0, inView).map((row) => {
      const card = current.get(row.table) ?? known(row.table);
      if (!card) gone.set(row.table, this.gone.get(row.table) ?? at);
      current.delete(row.table);
      return card ?? row;
    });
    if (!inView) this.seen = new Set(current.keys());
    this.rows = [...still, ...current.values()];
    this.gone = gone;
  }

  /** How many tables came that are not in view. */
  get fresh(): number {
    return this.rows.slice(this.inView).filter(({ table }) => !this.seen.has(table)).length;
  }

  /** Take rows away whose tables went before this; how many of them were above the row `top`. */
  sweep(before: number, top: number): { swept: number; above: number } {
    const old = ({ table }: Card): boolean => (this.gone.get(table) ?? Infinity) <= before;
    const above = this.rows.slice(0, top).filter(old).length;
    const rows = this.rows.filter((row) => !old(row));
    const swept = this.rows.length - rows.length;
    this.rows = rows;
    return { swept, above };
  }
}
