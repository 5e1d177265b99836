import { written } from "../src/entering";
import { ownChance, promisedFor, shareFor } from "../src/hall/chance";
import { same, test } from "./check";

test("our share of the dice is as long as the hall takes it, and another one every time", () => {
  const shares = Array.from({ length: 100 }, ownChance);
  same(shares.filter((share) => !/^[0-9a-f]{64}$/.test(share)), []);
  same(new Set(shares).size, shares.length);
});

test("of a share it is remembered for which dice it was, of the latest ones at least", () => {
  const first = shareFor("promised");
  const blind = shareFor("");
  same([promisedFor(first), promisedFor(blind), promisedFor(ownChance()), promisedFor("")], ["promised", "", undefined, undefined]);
  for (let n = 0; n < 49; n++) shareFor(`later ${n}`);
  same([promisedFor(first), promisedFor(blind)], [undefined, ""]);
});

test("what a keyboard adds to a name is left out, what somebody wrote is not", () => {
  same(written(" Ada \u2764\ufe0f  Bob\u3000"), "Ada \u2764 Bob");
  same(written("Bjo\u0308rk"), "Bj\u00f6rk");
  same(written("\u{1f469}\u200d\u{1f4bb}"), "\u{1f469}\u200d\u{1f4bb}");
});
