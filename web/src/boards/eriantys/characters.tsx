/** The characters of the expert game: cards at the edge of the table, and the one that is picked up. */

import type { Chooser } from "../chooser";
import { Field, Spot } from "../spots";
import { Emblem } from "./emblems";
import { Figure, Sign } from "./figures";
import { characterDoes, characterName, counted, student } from "./say";
import { type Card, type Colour, COLOURS, colourPart, type EriantysMove, type EriantysView } from "./table";
import { e } from "./words";

interface CharactersProps {
  view: EriantysView;
  chooser: Chooser<EriantysMove>;
  /** Look at a card, or at none. */
  onPeek: (card: number) => void;
}

export function Characters({ view, chooser, onPeek }: CharactersProps) {
  return (
    <ul class="characters" aria-label={e("characters")}>
      {view.cards.map((card) => {
        const part = `character:${card.card}`;
        const [can, chosen] = [chooser.next.has(part), chooser.draft.includes(part)];
        const working = view.used === card.card && !view.outcome;
        const price = `${characterName(card.card)}, ${e("costs", { n: card.cost })}`;
        const said = [price, characterDoes(card.card), working && e("at_work"), onCard(card)];
        return (
          <li key={card.card} class={["character", can && "can", chosen && "chosen", working && "working"].filter(Boolean).join(" ")}>
            <button
              type="button"
              data-part={part}
              aria-label={said.filter(Boolean).join(". ")}
              aria-pressed={chosen}
              aria-disabled={!can && !chosen}
              onClick={() => chooser.tap(part)}
              onPointerEnter={({ pointerType }) => pointerType === "mouse" && onPeek(card.card)}
              onPointerLeave={() => onPeek(0)}
              onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && onPeek(card.card)}
              onBlur={() => onPeek(0)}
            >
              <Emblem card={card.card} />
              <span class="price">
                <Sign of="coin" />
                {card.cost}
              </span>
              <span class="title">{characterName(card.card)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** What lies on a card, in words. */
function onCard({ card, students, bans }: Card): string {
  const guests = COLOURS.filter((colour) => students[colour]).map((colour) => counted(colour, students[colour]));
  return card === 5 ? e("bans_left", { n: bans }) : guests.join(", ");
}

const ANY_COLOUR = new Set([8, 12]);

/** A character in the middle of the table: what it does, and what can be chosen for it. */
export function OpenedCard({ card, view, chooser }: { card: Card; view: EriantysView; chooser: Chooser<EriantysMove> }) {
  const chosen = chooser.draft.includes(`character:${card.card}`);
  const guests = ANY_COLOUR.has(card.card) ? [...COLOURS] : COLOURS.filter((colour) => card.students[colour]);
  const muted = view.used === card.card && view.muted !== null && e("muted", { student: student(view.muted) });
  return (
    <div class={chosen ? "opened-card" : "opened-card peeked"}>
      <p class="title">
        <Emblem card={card.card} />
        <b>{characterName(card.card)}</b>
        <span class="price">
          <Sign of="coin" />
          {card.cost}
        </span>
      </p>
      <p class="does">{[characterDoes(card.card), muted].filter(Boolean).join(" ")}</p>
      {card.card === 5 && (
        <svg class="lying" viewBox="0 0 200 30" role="img" aria-label={e("bans_left", { n: card.bans })}>
          {Array.from({ length: card.bans }, (_, n) => (
            <Figure key={n} of="ban" x={100 + (n - (card.bans - 1) / 2) * 36} y={15} scale={1.3} />
          ))}
        </svg>
      )}
      {guests.length > 0 && <Colours card={card} colours={guests} chooser={chooser} />}
    </div>
  );
}

/** Students on a card, or the colours it asks for. */
function Colours({ card, colours, chooser }: { card: Card; colours: Colour[]; chooser: Chooser<EriantysMove> }) {
  const parts = colours.map((colour) => colourPart(card.card, colour));
  const label = e(ANY_COLOUR.has(card.card) ? "which_colour" : "on_card");
  return (
    <svg class="lying" viewBox={`0 0 ${colours.length * 50} 48`}>
      <Field label={`${characterName(card.card)}: ${label}`} chooser={chooser} parts={parts}>
        {colours.map((colour, n) => {
          const many = card.students[colour];
          const part = colourPart(card.card, colour);
          const taken = chooser.draft.filter((chosen) => chosen === part).length;
          return (
            <Spot key={colour} part={part} label={counted(colour, many)} class="choice">
              <g transform={`translate(${n * 50} 0)`}>
                <rect class="bench" x="2" y="2" width="46" height="44" rx="10" />
                <Figure of={`student${colour}`} x={many > 1 ? 18 : 25} y={24} scale={many > 1 ? 1 : 1.15} />
                {many > 1 && (
                  <text class="tally" x="39" y="32">
                    {taken > 1 ? `${taken}/${many}` : many}
                  </text>
                )}
              </g>
            </Spot>
          );
        })}
      </Field>
    </svg>
  );
}
