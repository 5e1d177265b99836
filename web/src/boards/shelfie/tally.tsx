/** Everybody's points and where they come from, when the game is over. */

import { count, type ShelfieView } from "./shelf";
import { s } from "./words";

const PARTS = ["tokens", "own", "groups", "first"] as const;

/** The count at the end, the best first. */
export function Tally({ view, who, ranks }: { view: ShelfieView; who: (seat: number) => string; ranks: number[] | undefined }) {
  const rank = (seat: number): number => ranks?.[seat] ?? -(view.points[seat] ?? 0);
  return (
    <table class="points">
      <thead>
        <tr>
          <td />
          {[...PARTS, "total" as const].map((part) => (
            <th key={part} scope="col">
              {s(part)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {view.order.toSorted((a, b) => rank(a) - rank(b)).map((seat) => {
          const counted = count(view, seat);
          return (
            <tr key={seat} class={rank(seat) === 1 ? "first" : ""}>
              <th scope="row">{who(seat)}</th>
              {PARTS.map((part) => (
                <td key={part}>{counted[part] ?? "?"}</td>
              ))}
              <td>
                <b>{view.points[seat]}</b>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
