/** Every game that is kept to go on with, and the button that deletes one. */

import { games } from "../hall/lobby";
import { gameTitle } from "../saying";
import { Sure } from "../small";
import { List } from "./list";
import { act, type SaveRow } from "./office";
import { moment } from "./overview";
import { k } from "./words";

export function Saves() {
  return (
    <List
      list="saves"
      title={k("saves")}
      heads={[k("save"), k("game"), k("at_table"), k("saved_at"), k("saved_by"), k("status"), k("does")]}
      row={(each) => <Save key={`${each.game} ${each.name}`} each={each} />}
    />
  );
}

function Save({ each }: { each: SaveRow }) {
  const { game, name, at, players, by = "", deserted = false } = each;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-head={k("game")}>{gameTitle(games.value.get(game)) || game}</td>
      <td data-head={k("at_table")}>{players.map((player) => player || "–").join(", ")}</td>
      <td data-head={k("saved_at")}>{moment(at)}</td>
      <td data-head={k("saved_by")}>{deserted ? k("saved_by_hall") : by}</td>
      <td data-head={k("status")}>{statusOf(each)}</td>
      <td>
        <Sure
          label={k("delete_save")}
          again={k("delete_sure", { name })}
          onSure={() => void act("/saves", "DELETE", { game, name }, k("done_delete", { name }))}
        />
      </td>
    </tr>
  );
}

const statusOf = ({ in_play: inPlay = false, deleted_by: deleted = 0 }: SaveRow): string =>
  [inPlay ? k("playing") : "", deleted ? k("deleted_by", { n: deleted }) : ""].filter(Boolean).join(", ");
