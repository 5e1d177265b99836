/** A long list of the keeper's: a page of it, found by a word, looked at again and again. */

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Lists, type Part, useLook } from "./office";
import { k } from "./words";

const PAGE = 50;

interface ListProps<L extends keyof Lists> {
  list: L;
  title: string;
  heads: string[];
  finds?: boolean;
  row: (each: Lists[L]) => ComponentChildren;
  children?: ComponentChildren;
}

export function List<L extends keyof Lists>({ list, title, heads, finds = true, row, children }: ListProps<L>) {
  const [from, go] = useState(0);
  const [find, setFind] = useState("");
  const seen = useLook<Part<L>>(`/${list}?from=${from}&limit=${PAGE}&find=${encodeURIComponent(find)}`);
  const rows: Lists[L][] = seen?.[list] ?? [];
  const total = seen?.total ?? 0;
  const search = (word: string): void => {
    setFind(word);
    go(0);
  };
  return (
    <section class={`keeper-${list}`} aria-labelledby={`keeper-${list}`}>
      <div class="head">
        <h2 id={`keeper-${list}`}>
          {title} <small>{total}</small>
        </h2>
        {finds && (
          <label class="find">
            {k("find")}
            <input type="search" value={find} onInput={(event) => search(event.currentTarget.value)} />
          </label>
        )}
        {children}
      </div>
      {rows.length ? (
        <div class="wide" tabIndex={0} role="region" aria-labelledby={`keeper-${list}`}>
          <table class="kept">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{rows.map(row)}</tbody>
          </table>
        </div>
      ) : (
        <p class="empty">{k("nothing")}</p>
      )}
      {total > PAGE && (
        <div class="buttons">
          <button type="button" disabled={!from} onClick={() => go(Math.max(0, from - PAGE))}>
            {k("earlier")}
          </button>
          <span>{k("range", { from: from + 1, to: from + rows.length, total })}</span>
          <button type="button" disabled={from + PAGE >= total} onClick={() => go(from + PAGE)}>
            {k("later")}
          </button>
        </div>
      )}
    </section>
  );
}
