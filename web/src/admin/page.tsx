/** The keeper's room: how the hall is doing, every table, everybody, and what only the keeper may do. */

import { useEffect } from "preact/hooks";
import { games } from "../hall/lobby";
import { when } from "../lobby/say";
import { to } from "../route";
import { gameTitle } from "../saying";
import { Sure } from "../small";
import "./admin.css";
import { List } from "./list";
import { act, signIn, takeToken, token, trouble } from "./office";
import { Counters, statusSaid } from "./overview";
import { People } from "./people";
import { Saves } from "./saves";
import { k } from "./words";

export function KeeperPage() {
  useEffect(() => {
    document.title = `${k("keeper")} · Tablehall`;
    return () => void (document.title = "Tablehall");
  }, []);
  if (!token.value) return <SignIn />;
  return (
    <div class="keeper">
      <div class="head">
        <h1>{k("keeper")}</h1>
        <button type="button" onClick={() => takeToken("")}>
          {k("leave")}
        </button>
      </div>
      <p class="trouble" role="status">
        {trouble.value}
      </p>
      <Counters />
      <Tables />
      <People />
      <Saves />
    </div>
  );
}

function SignIn() {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = new FormData(event.target as HTMLFormElement).get("token");
    void signIn(String(given).trim());
  };
  return (
    <form class="keeper sign-in" onSubmit={submit}>
      <h1>{k("keeper")}</h1>
      <label>
        {k("token")}
        <input name="token" type="password" required autocomplete="off" autofocus aria-describedby="token-more token-trouble" />
      </label>
      <p id="token-more">
        {k("token_more")
          .split("`")
          .map((part, number) => (number % 2 ? <code key={number}>{part}</code> : part))}
      </p>
      <p id="token-trouble" class="trouble" role="alert">
        {trouble.value}
      </p>
      <button type="submit" class="main">
        {k("enter")}
      </button>
    </form>
  );
}

function Tables() {
  return (
    <List
      list="tables"
      title={k("tables")}
      heads={[k("table"), k("game"), k("status"), k("at_table"), k("opened"), k("does")]}
      row={(each) => (
        <tr key={each.table}>
          <th scope="row">
            <a href={to("table", each.table)}>{each.table}</a> {each.title}
          </th>
          <td data-head={k("game")}>{gameTitle(games.value.get(each.game)) || each.game}</td>
          <td data-head={k("status")}>{[statusSaid(each.status), each.private ? k("private") : ""].filter(Boolean).join(", ")}</td>
          <td data-head={k("at_table")}>{each.players.map((name) => name || "–").join(", ")}</td>
          <td data-head={k("opened")}>{when(each.opened)}</td>
          <td>
            <Sure
              label={k("close_table")}
              again={k("close_sure", { table: each.table })}
              onSure={() => void act("/close", "POST", { table: each.table }, k("done_close", { table: each.table }))}
            />
          </td>
        </tr>
      )}
    />
  );
}
