/** Whether the game is what its log says: checked in this browser, from the log and its seed alone. */

import { promisedFor } from "../hall/chance";
import { getExport } from "../hall/http";
import { useLoaded } from "../loaded";
import { w } from "../words";
import { type Draws, Flawed, type Proof, prove } from "./proof";
import { r } from "./words";

async function check(table: number, code: string, draws: Draws): Promise<Proof | Flawed> {
  const exported = await getExport(table, code);
  try {
    return prove(exported, draws, promisedFor);
  } catch (error) {
    if (error instanceof Flawed) return error;
    throw error;
  }
}

export function ProofPanel({ table, code, draws }: { table: number; code: string; draws: Draws }) {
  const found = useLoaded(() => check(table, code, draws), [table, code, draws]);
  return (
    <div class="proof" data-proof={found instanceof Flawed ? found.flaw : found ? "good" : ""}>
      {found === undefined && <p>{r("proof_checking")}</p>}
      {found === null && <p>{r("no_replay")}</p>}
      {found instanceof Flawed ? <Bad flawed={found} /> : found ? <Good proof={found} /> : null}
    </div>
  );
}

function Bad({ flawed }: { flawed: Flawed }) {
  return (
    <p class="bad" role="alert">
      {r(`flaw_${flawed.flaw}`, { n: String(flawed.record) })}
    </p>
  );
}

const stirring = (names: string[]): string =>
  names.length ? r("proof_stirred", { names: names.join(", ") }) : r("proof_unstirred");

function Good({ proof }: { proof: Proof }) {
  return (
    <>
      <ul class="checks">
        <li>{r("proof_chain", { n: String(proof.records) })}</li>
        <li>{r(proof.promised ? "proof_promised" : "proof_seed")}</li>
        <li>{proof.throws ? r("proof_throws", { n: String(proof.throws) }) : r("proof_no_throws")}</li>
        {proof.throws > 0 && <li>{stirring(proof.stirred)}</li>}
      </ul>
      {proof.throws > 0 && proof.misled && (
        <p class="bad" role="alert">
          {r("proof_misled")}
        </p>
      )}
      <details>
        <summary>{r("proof_numbers")}</summary>
        <dl>
          <dt>{w("commitment")}</dt>
          <dd>{proof.commitment}</dd>
          <dt>{r("seed")}</dt>
          <dd>{proof.seed}</dd>
        </dl>
        <p>{r("proof_more")}</p>
      </details>
    </>
  );
}
