/** The colours that a game brings along, as properties of the element that shows it; `style/palettes.css` uses them. */

import type { Look } from "./hall/wire";

export const paletteOf = ({ palette = {} }: Look): Record<string, string> =>
  Object.fromEntries(Object.entries(palette).map(([name, colour]) => [`--own-${name}`, colour]));
