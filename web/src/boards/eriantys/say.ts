/** Eriantys in words: moves, islands, schools. */

import type { GameCard } from "../../hall/wire";
import { seatName } from "../../saying";
import { COLOURS, type EriantysMove, type EriantysView, type Island, partnerOf, type Students, towersLeft, type UseCharacter } from "./table";
import { e } from "./words";

type Sayable = Parameters<typeof e>[0];

export const student = (colour: number): string => e(`student${colour}` as Sayable);
export const characterName = (card: number): string => e(`name${card}` as Sayable);
export const characterDoes = (card: number): string => e(`does${card}` as Sayable);
export const wizardName = (wizard: number): string => e(`wizard${wizard}` as Sayable);

/** A pile of students: `red dragon × 2, pink fairy`. */
export const pile = (students: Students): string =>
  COLOURS.flatMap((colour) => (students[colour] ? [counted(colour, students[colour])] : [])).join(", ") || e("nobody");

/** So many students of a colour. */
export const counted = (colour: number, n: number): string => (n > 1 ? `${student(colour)} × ${n}` : student(colour));
const listed = (colours: number[]): string => colours.map(student).join(", ");

/** An island with all that is on it. */
export function islandSaid({ id, students, tower, size, bans }: Island, { mother_nature }: EriantysView): string {
  return [
    size > 1 ? e("group", { n: id + 1, size }) : e("island", { n: id + 1 }),
    pile(students),
    tower && `${e(`tower_${tower}`)} × ${size}`,
    id === mother_nature && e("mother_nature"),
    bans && `${e("ban")} × ${bans}`,
  ]
    .filter(Boolean)
    .join("; ");
}

/** A school board with all that is on it. */
export function schoolSaid(view: EriantysView, seat: number, label: string): string {
  const player = view.players[seat];
  if (!player) return label;
  const partner = partnerOf(view, seat);
  const teachers = COLOURS.filter((colour) => view.professors[colour] === seat);
  return [
    label,
    player.tower && e(`tower_${player.tower}`),
    partner !== null && e("with_seat", { n: partner + 1 }),
    `${e("entrance")}: ${pile(player.entrance)}`,
    `${e("dining")}: ${pile(player.dining)}`,
    `${e("professors")}: ${listed(teachers) || e("nobody")}`,
    e("towers_left", { n: towersLeft(view, seat) }),
    view.expert && e("coins", { n: player.coins }),
    player.assistant && e("played", { n: player.assistant }),
  ]
    .filter(Boolean)
    .join(". ");
}

function characterSaid(move: UseCharacter): string {
  const { card, student: colour = null, island = null, from_card = [], from_dining = [], from_entrance = [] } = move;
  const taken = [...from_card, ...from_dining];
  const choices = [
    colour !== null && student(colour),
    island !== null && e("island", { n: island + 1 }),
    taken.length > 0 && e("say_swap", { a: listed(taken), b: listed(from_entrance) }),
  ].filter(Boolean);
  return [characterName(card), choices.join(", ")].filter(Boolean).join(": ");
}

/** A move in words. */
export function moveSaid(move: EriantysMove): string {
  switch (move.type) {
    case "set_tower":
      return e("said_tower", { tower: e(`tower_${move.tower}`) });
    case "set_wizard":
      return e("said_wizard", { wizard: wizardName(move.wizard) });
    case "next":
      return e("said_next");
    case "use_assistant":
      return e("say_assistant", { n: move.value });
    case "to_island":
      return e("say_island", { student: student(move.student), n: move.island + 1 });
    case "to_dining_room":
      return e("say_dining", { student: student(move.student) });
    case "move_mother_nature":
      return e("say_walk", { n: move.steps });
    case "take_cloud":
      return e("cloud", { n: move.cloud + 1 });
    case "use_character":
      return characterSaid(move);
  }
}

/** The whole table in words. */
export function words(view: EriantysView, game: GameCard): string {
  const schools = view.players.map((_, seat) => schoolSaid(view, seat, e("school_of", { name: seatName(game, seat) })));
  const islands = view.islands.map((island) => islandSaid(island, view));
  const clouds = view.clouds.map((students, n) => `${e("cloud", { n: n + 1 })}: ${pile(students)}`);
  const cards = view.cards.map(({ card, cost }) => `${characterName(card)}, ${e("costs", { n: cost })}. ${characterDoes(card)}`);
  return [...islands, ...clouds, ...schools, ...cards].join("\n");
}
