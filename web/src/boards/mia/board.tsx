/** The board of Mia: the cup, the ladder of throws, and who is still in the game. */

import { reasonSaid, seatName } from "../../saying";
import type { Board, BoardProps } from "../api";
import { Bar, waiting } from "../bar";
import { type Chooser, useChooser } from "../chooser";
import { CupScene, Die } from "./cup";
import { type MiaMove, type MiaView, partOf, rank, said, spoken, type Throw, THROWS, tooLow, told, words } from "./throws";
import { m } from "./words";
import { Field, Spot } from "../spots";
import "../drawn.css";
import "./mia.css";

type Props = BoardProps<MiaView, MiaMove>;
type Names = (seat: number) => string;

function MiaBoard(props: Props) {
  const { game, view, seats, seat, last } = props;
  const chooser = useChooser(props, (move) => [partOf(move)], () => null);
  const who: Names = (number) => seats[number]?.name ?? seatName(game, number);
  const covered = view.rolls > 0 || (view.claim !== null && !view.end) || view.dice !== null;
  const lifted = view.end !== "" && view.dice !== null;
  return (
    <div class="drawn mia" onKeyDown={(event) => event.key === "Escape" && chooser.cancel()}>
      <CupScene dice={view.dice} covered={covered} lifted={lifted} roll={last?.[1].type === "roll" ? view.rolls : 0} />
      <p class="told">{told(view, who, seat).join(" ")}</p>
      <Ladder view={view} chooser={chooser} who={who} />
      <Bar chooser={chooser} prompt={prompt(props, chooser)} say={asked}>
        {chooser.ours && <Actions {...props} chooser={chooser} />}
      </Bar>
      <Circle view={view} who={who} seat={seat} />
    </div>
  );
}

/** What the player on turn has to do, and what they would risk with what they have chosen. */
function prompt(props: Props, { ours, ready, next }: Chooser<MiaMove>): string {
  const { view } = props;
  if (!ours) return waiting(props, said);
  if (ready?.type === "see" && !view.claim) return m("risk_see");
  if (ready?.type === "announce" && rank(ready.dice) === 20) return m("risk_mia");
  if (ready?.type === "announce" && tooLow(ready.dice, view)) return m("risk_low", { throw: spoken(ready.dice) });
  if (next.has("see") || ready?.type === "see") return m(view.claim ? "do_believe" : "do_roll");
  return view.claim ? m("do_announce_more", { throw: spoken(view.claim.dice) }) : m("do_announce");
}

/** A move as something to be done; wanting to see has a button of its own. */
const asked = (move: MiaMove): string => (move.type === "announce" ? m("announce", { throw: spoken(move.dice) }) : "");

/** Rolling costs nothing, so it is done at once; wanting to see is done by the second tap. */
function Actions({ view, legal, chooser, onMove }: Props & { chooser: Chooser<MiaMove> }) {
  const rolls = legal.some((move) => move.type === "roll");
  const sees = legal.some((move) => move.type === "see");
  const seeing = chooser.ready?.type === "see";
  return (
    <>
      {rolls && (
        <button type="button" class={view.rolls ? "roll" : "roll main"} onClick={() => void onMove({ type: "roll" })}>
          {m(view.rolls ? "roll_again" : "roll")}
        </button>
      )}
      {sees && (
        <button
          type="button"
          class={seeing ? "see main" : "see"}
          data-part="see"
          aria-pressed={seeing}
          onClick={() => chooser.tap("see")}
        >
          {m("see")}
        </button>
      )}
    </>
  );
}

interface LadderProps {
  view: MiaView;
  chooser: Chooser<MiaMove>;
  who: Names;
}

const partOfThrow = (dice: Throw): string => partOf({ type: "announce", dice });

/** All throws in three steps of seven; the highest step is the pairs and Mia. */
function Ladder({ view, chooser, who }: LadderProps) {
  return (
    <svg class="ladder" viewBox="-4 -4 708 272">
      <Field label={m("ladder")} chooser={chooser} parts={THROWS.map(partOfThrow)}>
        {THROWS.map((dice, number) => (
          <Spot key={number} part={partOfThrow(dice)} label={rungSaid(dice, view, who)} class={rungLook(dice, view)}>
            <g transform={`translate(${(number % 7) * 100} ${(2 - Math.floor(number / 7)) * 90})`}>
              <Rung dice={dice} />
            </g>
          </Spot>
        ))}
      </Field>
    </svg>
  );
}

function Rung({ dice }: { dice: Throw }) {
  return (
    <>
      <rect class="rung" x="3" y="3" width="94" height="80" rx="12" />
      <g transform="translate(29 30)">
        <Die eyes={dice[0]} size={37} />
      </g>
      <g transform="translate(71 30)">
        <Die eyes={dice[1]} size={37} />
      </g>
      <text x="50" y="75">
        {rank(dice) === 20 ? m("mia") : dice.join("")}
      </text>
      <path class="flag" d="M5 58V81H28Z" />
      <circle class="eye" cx="84" cy="69" r="9" />
    </>
  );
}

const alike = (a: Throw | null | undefined, b: Throw): boolean => !!a && rank(a) === rank(b);

function rungLook(dice: Throw, view: MiaView): string {
  const low = view.claim && rank(dice) <= rank(view.claim.dice) && !view.end;
  return [low && "low", alike(view.claim?.dice, dice) && "claimed", alike(view.dice, dice) && "mine"].filter(Boolean).join(" ");
}

function rungSaid(dice: Throw, view: MiaView, who: Names): string {
  const claimed = alike(view.claim?.dice, dice);
  return [
    spoken(dice),
    claimed && m("announced_by", { name: who(view.claim?.seat ?? 0) }),
    alike(view.dice, dice) && m(view.end ? "was" : "yours"),
    !claimed && !view.end && tooLow(dice, view) && m("low"),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Everybody at the table, and why some are out. */
function Circle({ view, who, seat }: { view: MiaView; who: Names; seat: number | null }) {
  return (
    <ul class="circle" aria-label={m("players")}>
      {view.lost.map((why, number) => {
        const turn = !view.end && view.turn === number;
        return (
          <li key={number} class={[why && "out", turn && "turn", seat === number && "self"].filter(Boolean).join(" ")}>
            <b>{who(number)}</b>
            {turn && <span class="unseen">, {m("on_turn")}</span>}
            {why && <small> {m("out", { why: reasonSaid(why.toLowerCase()) })}</small>}
            {!why && view.claim?.seat === number && <small> {spoken(view.claim.dice)}</small>}
          </li>
        );
      })}
    </ul>
  );
}

export const board: Board<MiaView, MiaMove> = {
  Board: MiaBoard,
  say: said,
  words,
  score: ({ lost, end }, seat) => (lost[seat] && !end ? reasonSaid((lost[seat] ?? "").toLowerCase()) : ""),
  speaks: true,
};
