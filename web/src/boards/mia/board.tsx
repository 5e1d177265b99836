/** The board of Mia: the cup, the ladder of throws, and who is still in the game. */

import { reasonSaid, seatName } from "../../saying";
import type { Board, BoardProps, Heard, MoveSound } from "../api";
import { Bar, waiting } from "../bar";
import { type Chooser, useChooser } from "../chooser";
import { CupScene, Die } from "./cup";
import { type MiaMove, type MiaView, partOf, rank, said, spoken, type Throw, THROWS, tooLow, told, words } from "./throws";
import { m } from "./words";
import { Field, Spot } from "../spots";
import { Why } from "../why";
import "../drawn.css";
import "./mia.css";

type Props = BoardProps<MiaView, MiaMove>;
type Names = (seat: number) => string;

function MiaBoard(props: Props) {
  const { game, view, seats, seat, last, legal, onMove } = props;
  const chooser = useChooser(props, (move) => [partOf(move)], () => null);
  const who: Names = (number) => seats[number]?.name ?? seatName(game, number);
  const covered = view.rolls > 0 || (view.claim !== null && !view.end) || view.dice !== null;
  const lifted = view.end !== "" && view.dice !== null;
  const rolls = chooser.ours && legal.some((move) => move.type === "roll");
  return (
    <>
      <div class="play drawn mia" onKeyDown={(event) => event.key === "Escape" && chooser.cancel()}>
        <div class="scene">
          <CupScene
            dice={view.dice}
            covered={covered}
            lifted={lifted}
            roll={last?.[1].type === "roll" ? view.rolls : 0}
            label={rolls ? m("shake") : ""}
            onShake={() => void onMove({ type: "roll" })}
          />
          <p class="told">{told(view, who, seat).join(" ")}</p>
        </div>
        <Ladder view={view} chooser={chooser} who={who} />
        <Why why={chooser.why} />
      </div>
      <Bar chooser={chooser} state={props.state} prompt={prompt(props, chooser)} say={asked}>
        {chooser.ours && <Actions {...props} chooser={chooser} />}
      </Bar>
    </>
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

/** Rolling costs nothing, so it is done at once; wanting to see is done by the second tap. Once something is chosen
 * only that can be done or let go: there is no room for more beside what is said about it. */
function Actions({ view, legal, chooser, onMove }: Props & { chooser: Chooser<MiaMove> }) {
  const seeing = chooser.ready?.type === "see";
  const free = chooser.draft.length === 0;
  const rolls = free && legal.some((move) => move.type === "roll");
  const sees = (free || seeing) && legal.some((move) => move.type === "see");
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

/** How much higher each rung of a flight is than the one before. */
const RISE = 9;

/** All throws as one ladder that rises in three flights of seven; the highest is the pairs and Mia. */
function Ladder({ view, chooser, who }: LadderProps) {
  return (
    <svg class="ladder" viewBox="-4 -4 708 362">
      <path class="rail" d="M10 356L690 302V228L10 282M10 252L690 198V124L10 178M10 148L690 94V20L10 74" aria-hidden="true" />
      <Field label={m("ladder")} chooser={chooser} parts={THROWS.map(partOfThrow)}>
        {THROWS.map((dice, number) => (
          <Spot key={number} part={partOfThrow(dice)} label={rungSaid(dice, view, who)} class={rungLook(dice, view)}>
            <g transform={`translate(${(number % 7) * 100} ${(2 - Math.floor(number / 7)) * 104 + (6 - (number % 7)) * RISE})`}>
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
      <rect class="rung" x="3" y="3" width="94" height="88" rx="12" />
      <g transform="translate(29 33)">
        <Die eyes={dice[0]} size={34} />
      </g>
      <g transform="translate(69 33)">
        <Die eyes={dice[1]} size={34} />
      </g>
      <text class={spoken(dice).length > 4 ? "long" : ""} x="50" y="82">
        {spoken(dice)}
      </text>
      <path class="flag" d="M80 3V32L88.5 24L97 32V15Q97 3 85 3Z" />
      <circle class="eye" cx="85" cy="76" r="8" />
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

/** What is known of somebody: why they are out, or what they announced. */
function score({ lost, end, claim }: MiaView, seat: number): string {
  const why = lost[seat];
  if (why) return end ? "" : m("out", { why: reasonSaid(why.toLowerCase()) });
  return claim?.seat === seat ? m("has_announced", { throw: spoken(claim.dice) }) : "";
}

/** Dice that are shaken, or seen at last. */
const sound = ({ before, view }: Heard<MiaView, unknown>): MoveSound =>
  view.rolls > (before?.rolls ?? 0) || (view.rolls === 1 && before?.rolls !== 1) || view.end ? "dice" : "move";

export const board: Board<MiaView, MiaMove> = {
  Board: MiaBoard,
  say: said,
  words,
  score,
  sound,
  speaks: true,
};
