/** The cards of Eriantys: assistants in hand, and the characters of the expert game. */

import type { Chooser } from "../chooser";
import { Field, Spot } from "../spots";
import { Ban, Student } from "./figures";
import { characterDoes, characterName, counted, student } from "./say";
import { type Card, type Colour, COLOURS, colourPart, type EriantysMove, type EriantysView, type Player, stepsOf } from "./table";
import { e } from "./words";

const ALL = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

interface HandProps {
  player: Player;
  label: string;
  chooser: Chooser<EriantysMove>;
}

/** The ten assistants: those in hand, and the places of those that were played. */
export function Assistants({ player, label, chooser }: HandProps) {
  return (
    <svg class="assistants" viewBox="0 0 600 92">
      <Field label={label} chooser={chooser} parts={ALL.map((value) => `assistant:${value}`)}>
        {ALL.map((value) => {
          const held = player.hand.includes(value);
          return (
            <Spot
              key={value}
              part={`assistant:${value}`}
              label={held ? e("assistant", { n: value, steps: stepsOf(value) }) : e("assistant_gone", { n: value })}
              class={held ? "assistant" : "assistant gone"}
            >
              <g transform={`translate(${(value - 1) * 60} 0)`}>
                <rect class="paper" x="3" y="3" width="54" height="86" rx="9" />
                <text x="30" y="42">
                  {value}
                </text>
                <Feet steps={stepsOf(value)} />
              </g>
            </Spot>
          );
        })}
      </Field>
    </svg>
  );
}

/** As many feet as an assistant lets mother nature go, three in a row. */
function Feet({ steps }: { steps: number }) {
  return (
    <>
      {Array.from({ length: steps }, (_, n) => {
        const row = Math.floor(n / 3);
        const wide = Math.min(3, steps - row * 3);
        return <ellipse key={n} class="foot" cx={37 + (n % 3) * 14 - wide * 7} cy={62 + row * 15} rx="4.5" ry="6" />;
      })}
    </>
  );
}

interface CharactersProps {
  view: EriantysView;
  chooser: Chooser<EriantysMove>;
}

export function Characters({ view, chooser }: CharactersProps) {
  return (
    <section class="characters">
      <h2>{e("characters")}</h2>
      <ul>
        {view.cards.map((card) => (
          <Character key={card.card} card={card} view={view} chooser={chooser} />
        ))}
      </ul>
    </section>
  );
}

const ANY_COLOUR = new Set([8, 12]);

function Character({ card, view, chooser }: CharactersProps & { card: Card }) {
  const part = `character:${card.card}`;
  const chosen = chooser.draft.includes(part);
  const working = view.used === card.card && !view.outcome;
  const can = chooser.next.has(part);
  const marks = ["character", can && "can", chosen && "chosen", working && "working"];
  const guests = COLOURS.filter((colour) => card.students[colour]);
  const asks = ANY_COLOUR.has(card.card) && chosen;
  return (
    <li class={marks.filter(Boolean).join(" ")}>
      <button
        type="button"
        class="face"
        data-part={part}
        aria-pressed={chosen}
        aria-disabled={!can && !chosen}
        onClick={() => chooser.tap(part)}
      >
        <span class="title">
          <b>{characterName(card.card)}</b>
          <span class="cost">{e("costs", { n: card.cost })}</span>
        </span>
        <span class="does">{characterDoes(card.card)}</span>
        {working && <span class="works">{e("at_work")}</span>}
        {working && view.muted !== null && <span class="works">{e("muted", { student: student(view.muted) })}</span>}
      </button>
      {guests.length > 0 && <Colours card={card} colours={guests} chooser={chooser} label={e("on_card")} />}
      {asks && <Colours card={card} colours={[...COLOURS]} chooser={chooser} label={e("which_colour")} />}
      {card.card === 5 && (
        <svg class="tiles" viewBox="0 0 240 40" role="img" aria-label={e("bans_left", { n: card.bans })}>
          {Array.from({ length: card.bans }, (_, n) => (
            <g key={n} transform={`translate(${24 + n * 36} 20) scale(1.3)`}>
              <Ban />
            </g>
          ))}
        </svg>
      )}
    </li>
  );
}

interface ColoursProps {
  card: Card;
  colours: Colour[];
  chooser: Chooser<EriantysMove>;
  label: string;
}

/** Students on a card, or the colours it asks for. */
function Colours({ card, colours, chooser, label }: ColoursProps) {
  const parts = colours.map((colour) => colourPart(card.card, colour));
  return (
    <svg class="tiles" viewBox="0 0 240 44">
      <Field label={`${characterName(card.card)}: ${label}`} chooser={chooser} parts={parts}>
        {colours.map((colour, n) => {
          const many = card.students[colour];
          const part = colourPart(card.card, colour);
          const taken = chooser.draft.filter((chosen) => chosen === part).length;
          return (
            <Spot key={colour} part={part} label={counted(colour, many)} class="choice">
              <g transform={`translate(${n * 48} 0)`}>
                <rect class="bench" x="2" y="2" width="44" height="40" rx="10" />
                <g transform={`translate(${many > 1 ? 17 : 24} 22)`}>
                  <Student colour={colour} scale={1.05} />
                </g>
                {many > 1 && (
                  <text x="36" y="29">
                    {many}
                  </text>
                )}
                {taken > 1 && (
                  <text class="taken" x="40" y="14">
                    {taken}
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
