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

const room = document.getElementById("hall");
if (!room) throw new Error("the page has no room to render into");
dress();
start();
void firstWords().then(() => render(<App />, room));
