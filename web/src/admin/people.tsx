/** Who is here, and who may not come in any more. */

import { useEffect, useRef, useState } from "preact/hooks";
import { to } from "../route";
import { Sure } from "../small";
import { w } from "../words";
import { List } from "./list";
import { act, type PersonRow } from "./office";
import { moment } from "./overview";
import { k } from "./words";

interface Whom {
  name: string;
  address: string;
}

const NOBODY: Whom = { name: "", address: "" };
const DURATIONS = [
  [60, "hour"],
  [1_440, "day"],
  [43_200, "month"],
  [0, "for_good"],
] as const;

export function People() {
  const [whom, ban] = useState<Whom | null>(null);
  return (
    <>
      <List
        list="people"
        title={k("people")}
        heads={[k("name"), k("kind"), k("door"), k("address"), k("tables"), k("does")]}
        row={(each) => <Person key={`${each.person} ${each.contest} ${each.name} ${each.address}`} each={each} ban={ban} />}
      />
      <List
        list="limited"
        title={k("limited")}
        heads={[k("limited_who"), k("limited_what"), k("limited_times"), k("limited_at"), k("until")]}
        finds={false}
        row={({ what, times, at, until, person = 0, name = "", address = "" }) => (
          <tr key={`${person || address} ${what}`}>
            <th scope="row">{[name, address].filter(Boolean).join(", ") || "–"}</th>
            <td data-head={k("limited_what")}>{k(`limited_${what}` as "limited_requests")}</td>
            <td data-head={k("limited_times")}>{times}</td>
            <td data-head={k("limited_at")}>{moment(at)}</td>
            <td data-head={k("until")}>{until ? moment(until) : ""}</td>
          </tr>
        )}
      />
      <List
        list="bans"
        title={k("bans")}
        heads={[k("name"), k("address"), k("until"), k("reason"), k("does")]}
        finds={false}
        row={({ name = "", address = "", until, reason }) => (
          <tr key={`${name} ${address}`}>
            <th scope="row">{name}</th>
            <td data-head={k("address")}>{address}</td>
            <td data-head={k("until")}>{until ? moment(until) : k("for_good")}</td>
            <td data-head={k("reason")}>{reason}</td>
            <td>
              <Sure
                label={k("lift")}
                again={k("lift_sure", { name: name || address })}
                onSure={() => void lift(name, address)}
              />
            </td>
          </tr>
        )}
      >
        <button type="button" onClick={() => ban(NOBODY)}>
          {k("new_ban")}
        </button>
      </List>
      {whom && <BanDialog whom={whom} close={() => ban(null)} />}
    </>
  );
}

const lift = (name: string, address: string): Promise<boolean> =>
  act(`/bans?${new URLSearchParams(name ? { name } : { address })}`, "DELETE", undefined, k("done_lift", { name: name || address }));

function Person({ each, ban }: { each: PersonRow; ban: (whom: Whom) => void }) {
  const { person, name, kind, contest = "", door = "", address = "", tables = [] } = each;
  const order = person ? { person } : { program: name, contest };
  const called = name || address;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-head={k("kind")}>{k(`kind_${kind}` as "kind_guest")}</td>
      <td data-head={k("door")}>{door}</td>
      <td data-head={k("address")}>{address}</td>
      <td data-head={k("tables")}>
        {tables.map((table, number) => (
          <span key={table}>
            {number > 0 && ", "}
            <a href={to("table", table)}>{table}</a>
          </span>
        ))}
      </td>
      <td>
        <div class="buttons">
          {kind !== "spectator" && (
            <Sure
              label={k("kick")}
              again={k("kick_sure", { name: called })}
              onSure={() => void act("/kick", "POST", order, k("done_kick", { name: called }))}
            />
          )}
          <button type="button" onClick={() => ban({ name, address })}>
            {k("ban")}
          </button>
        </div>
      </td>
    </tr>
  );
}

function BanDialog({ whom, close }: { whom: Whom; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const said = new FormData(event.target as HTMLFormElement);
    const text = (field: string): string => String(said.get(field) ?? "").trim();
    const [name, address, minutes] = [text("name"), text("address"), Number(said.get("minutes"))];
    const order = { name, address, reason: text("reason"), ...(minutes ? { minutes } : {}) };
    if (await act("/bans", "POST", order, k("done_ban", { name: name || address }))) close();
  };
  return (
    <dialog ref={dialog} aria-labelledby="ban-whom" onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <h2 id="ban-whom">{k("ban_whom")}</h2>
        <p>{k("ban_more")}</p>
        <label>
          {k("name")}
          <input name="name" defaultValue={whom.name} maxLength={64} autocomplete="off" autofocus />
        </label>
        <label>
          {k("address")}
          <input name="address" defaultValue={whom.name ? "" : whom.address} placeholder={whom.address} maxLength={64} autocomplete="off" />
        </label>
        <label>
          {k("how_long")}
          <select name="minutes">
            {DURATIONS.map(([minutes, word]) => (
              <option key={minutes} value={minutes}>
                {k(word)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {k("reason")}
          <input name="reason" maxLength={200} autocomplete="off" />
        </label>
        <div class="buttons">
          <button type="button" class="quiet" onClick={close}>
            {w("not_now")}
          </button>
          <button type="submit" class="danger">
            {k("ban_now")}
          </button>
        </div>
      </form>
    </dialog>
  );
}
