/** A list of tables, however long: only the rows near the part in view exist, and those in view do not move. */

import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { cardOf } from "../hall/lobby";
import type { Card } from "../hall/wire";
import { speak } from "../notices";
import { w } from "../words";
import { Order } from "./order";
import { Row } from "./row";
import { useAim } from "./still";
import { near, stepped, useView, type View } from "./view";

/** So many rows exist above and below those in view; where the list itself is not, or is not yet known to be. */
const AROUND = 6;
const UNSEEN = 2;
/** How long a row stays whose table is no more, in milliseconds. */
const GONE_FOR = 4000;

type Box = { current: HTMLDivElement | null };

const tableAt = (element: EventTarget | null): number =>
  Number((element as Element | null)?.closest<HTMLElement>("li[data-table]")?.dataset.table ?? 0);

/** Rows whose tables are gone are taken away when nobody aims at the list. */
function useSweep(order: Order, box: Box, { first, row }: View, aimed: () => boolean, drawAnew: () => void): void {
  const some = order.gone.size > 0;
  useEffect(() => {
    if (!some) return;
    const timer = setInterval(() => {
      if (aimed()) return;
      const { swept, above } = order.sweep(Date.now() - GONE_FOR, first);
      if (box.current && above) box.current.scrollTop -= above * row;
      if (swept) drawAnew();
    }, GONE_FOR / 4);
    return () => clearInterval(timer);
  }, [some, first, row]);
}

/** The focus goes to the row that a key has asked for, and stays in its row when what had it goes. */
function useFocus(box: Box, wanted: { current: number }): void {
  const within = box.current?.contains(document.activeElement);
  const before = within ? tableAt(document.activeElement) : 0;
  useLayoutEffect(() => {
    const lost = before && document.activeElement === document.body;
    const goal = wanted.current || (lost ? before : 0);
    wanted.current = 0;
    const row = goal && box.current?.querySelector<HTMLElement>(`li[data-table="${goal}"]`);
    if (!row) return;
    row.scrollIntoView({ block: "nearest" });
    (row.querySelector<HTMLElement>("a, button") ?? row).focus({ preventScroll: true });
  });
}

/** These tables, in a box that scrolls. */
export function TableList({ tables, label }: { tables: readonly Card[]; label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const order = useRef(new Order()).current;
  const wanted = useRef(0);
  const about = useId();
  const { view, look } = useView(box);
  const [, draw] = useState(0);
  const drawAnew = (): void => draw((times) => times + 1);
  const { aimed, onFocusIn, ...aim } = useAim();
  const [current, setCurrent] = useState(0); // the table whose row has the focus, or had it last

  order.update(tables, cardOf, view.last, Date.now());
  const { rows, fresh } = order;
  const at = rows.findIndex(({ table }) => table === current);
  const stop = at < 0 ? Math.min(view.first, rows.length - 1) : at;
  useSweep(order, box, view, aimed, drawAnew);
  useFocus(box, wanted);
  useEffect(() => {
    if (fresh) speak(w("new_tables", { n: fresh }));
  }, [!fresh]);

  const step = (event: KeyboardEvent): void => {
    const next = stepped(event, rows.findIndex(({ table }) => table === tableAt(event.target)), view, rows.length);
    if (next === undefined) return;
    event.preventDefault();
    wanted.current = rows[next]?.table ?? 0;
    setCurrent(wanted.current);
    drawAnew();
  };
  const putInOrder = (): void => {
    order.update(tables, cardOf, 0, Date.now());
    if (box.current) box.current.scrollTop = 0;
    drawAnew();
  };
  const focused = (event: FocusEvent): void => {
    onFocusIn();
    setCurrent(tableAt(event.target));
  };
  return (
    <>
      {fresh > 0 && (
        <button type="button" class="fresh" onClick={putInOrder}>
          {w("new_tables", { n: fresh })}
        </button>
      )}
      <div class="tables" ref={box} onScroll={look} {...aim} onFocusIn={focused}>
        <p id={about} class="unseen">
          {w("table_keys")}
        </p>
        <ul aria-label={label} aria-describedby={about} onKeyDown={step} style={{ height: `${rows.length * view.row}px` }}>
          {near(view, rows.length, view.last ? AROUND : UNSEEN, at).map((index) => {
            const card = rows[index]!;
            const place = { "aria-posinset": index + 1, "aria-setsize": rows.length, style: { top: `${index * view.row}px` } };
            return (
              <li key={card.table} data-table={card.table} tabIndex={-1} {...place}>
                <Row card={card} gone={order.gone.has(card.table)} stop={index === stop} />
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}
