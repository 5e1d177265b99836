import { fit } from "../src/fit";
import { same, test } from "./check";

test("as many of our games are shown as there is room for, and the rest is counted", () => {
  same(fit(90, 0), { shown: 0, named: false });
  same(fit(90, 2), { shown: 2, named: false });
  same(fit(90, 3), { shown: 1, named: false });
  same(fit(40, 3), { shown: 0, named: false });
  same(fit(0, 3), { shown: 0, named: false });
});

test("our games have their names where there is room for two of them", () => {
  same(fit(307, 1), { shown: 1, named: false });
  same(fit(308, 2), { shown: 2, named: true });
  same(fit(308, 12), { shown: 2, named: true });
  same(fit(700, 5), { shown: 5, named: true });
});
