/** After the build: beside every file of the page the same one packed by Brotli, for which Python has no means. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const built = join(import.meta.dirname, "../src/tablehall/web");
const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 11 };
for (const name of readdirSync(built, { recursive: true, encoding: "utf8" })) {
  if (!/\.(css|html|js|json|svg|txt|webmanifest)$/.test(name)) continue; // a picture or a face is packed already
  const file = join(built, name);
  writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
}
