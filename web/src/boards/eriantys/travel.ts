/** Students are seen on their way: from a school to an island, to their table, or from a cloud to a school. */

import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Students } from "./table";

/** What is told of students that moved; other events are not looked at. */
export type EriantysEvent =
  | { type: "student_to_island_moved"; seat: number; student: number; island: number }
  | { type: "student_to_dining_room_moved"; seat: number; student: number }
  | { type: "students_taken"; seat: number; cloud: number; students: Students }
  | { type: "tower_on_island_changed" };

/** Who travels, from where to where, both as selectors. */
type Way = [student: number, from: string, to: string];

/** Where students of a seat come from and go to: at our own entrance, else at their school as a whole. */
const schoolOf = (seat: number, own: number | null, colour: number): string =>
  seat === own ? `[data-part="entrance:${colour}"]` : `[data-school="${seat}"]`;

/** The ways that students have gone, for somebody in a seat. */
export function waysOf(event: EriantysEvent, own: number | null): Way[] {
  switch (event.type) {
    case "student_to_island_moved":
      return [[event.student, schoolOf(event.seat, own, event.student), `[data-part="island:${event.island}"] .reach`]];
    case "student_to_dining_room_moved":
      return event.seat === own ? [[event.student, schoolOf(own, own, event.student), `[data-part="dining:${event.student}"]`]] : [];
    case "students_taken":
      return event.students.flatMap((many, colour): Way[] =>
        many ? [[colour, `[data-part="cloud:${event.cloud}"]`, schoolOf(event.seat, own, colour)]] : [],
      );
    default:
      return [];
  }
}

/** Show them on their way, unless they were carried there by hand. */
export function useTravel(board: RefObject<HTMLElement | null>, events: EriantysEvent[], own: number | null, carried: RefObject<boolean>): void {
  useLayoutEffect(() => {
    const still = carried.current || matchMedia("(prefers-reduced-motion: reduce)").matches;
    carried.current = false;
    if (board.current && !still) for (const way of events.flatMap((event) => waysOf(event, own))) travel(board.current, way);
  }, [events]);
}

const SVG = "http://www.w3.org/2000/svg";

function travel(board: HTMLElement, [student, ...ends]: Way): void {
  const around = board.getBoundingClientRect();
  const [from, to] = ends.map((end) => {
    const box = board.querySelector(end)?.getBoundingClientRect();
    return box && `translate(${box.x + box.width / 2 - around.x}px, ${box.y + box.height / 2 - around.y}px)`;
  });
  if (!from || !to) return;
  const picture = document.createElementNS(SVG, "svg");
  const figure = picture.appendChild(document.createElementNS(SVG, "use"));
  picture.setAttribute("class", "travels");
  picture.setAttribute("viewBox", "-15 -15 30 30");
  figure.setAttribute("href", `#eri-student${student}`);
  board.append(picture);
  picture.animate({ transform: [from, to] }, { duration: 400, easing: "ease-in-out" }).finished.finally(() => picture.remove());
}
