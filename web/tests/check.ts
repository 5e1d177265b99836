/** Just enough of a test runner: a test is a sentence and what must hold. */

let failed = 0;

/** A test; an async one is awaited by nobody, so they are all plain. */
export function test(sentence: string, body: () => void): void {
  try {
    body();
    console.log(`ok   ${sentence}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${sentence}\n     ${error instanceof Error ? error.message : String(error)}`);
  }
  if (failed) (globalThis as { process?: { exitCode: number } }).process!.exitCode = 1;
}

/** Two values are the same, part by part. */
export function same(found: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`found ${one}, wanted ${other}`);
}

/** Something is refused with an error that says this. */
export function throws(deed: () => unknown, message: string): void {
  try {
    deed();
  } catch (error) {
    same((error as Error).message, message);
    return;
  }
  throw new Error("nothing was thrown");
}
