/** The code of a private table: its players are told it, whoever else is here came with it. */

import type { Scene } from "../hall/table";
import { route } from "../route";

export const codeOf = (scene: Scene): string => scene.code || (route.value.query.get("code") ?? "");
