import { render } from "preact";
import { App } from "./app";
import { start } from "./hall/connection";
import "./hall/lobby";
import "./hall/tables";
import { dress } from "./settings";
import { firstWords } from "./words";
import "./style/base.css";
import "./style/lobby.css";
import "./style/table.css";
import "./style/board.css";

/** The shell in index.html is seen before anything else is made, and that in a task of its own. */
const shellSeen = (): Promise<void> =>
  new Promise((seen) => {
    const then = (): void => void setTimeout(seen);
    if (document.hidden || performance.getEntriesByType("paint").length) then();
    else requestAnimationFrame(then);
  });

const room = document.getElementById("hall");
if (!room) throw new Error("the page has no room to render into");
dress();
setTimeout(start); // a task of its own, too
void Promise.all([firstWords(), shellSeen()]).then(() => render(<App />, room));
