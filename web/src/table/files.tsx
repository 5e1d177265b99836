/** The game as a file that other programs read: to copy or to download. */

import { useState } from "preact/hooks";
import { exportPath, getWritten } from "../hall/http";
import { attempt } from "../notices";
import { w } from "../words";

interface FilesProps {
  table: number;
  code: string;
  /** pgn, fen, pdn. */
  formats: string[];
  /** The record after which the position is shown. */
  at: number;
}

/** A position is that which is shown; a game is all of it. */
const POSITIONS = new Set(["fen"]);

export function Files({ table, code, formats, at }: FilesProps) {
  const [copied, setCopied] = useState("");
  const copy = async (format: string, until?: number): Promise<void> => {
    const done = await attempt(async () => navigator.clipboard.writeText(await getWritten(table, code, format, until)));
    if (done) setCopied(format);
  };
  return (
    <details class="files">
      <summary>{formats.map((format) => format.toUpperCase()).join(", ")}</summary>
      {formats.map((format) => {
        const until = POSITIONS.has(format) ? at : undefined;
        const name = format.toUpperCase();
        return (
          <div key={format} class="buttons">
            {navigator.clipboard && ( // browsers give it to secure pages only
              <button type="button" onClick={() => void copy(format, until)}>
                {copied === format ? w("copied") : w("copy_file", { name })}
              </button>
            )}
            <a class="button" href={exportPath(table, code, format, until)} download>
              {w("download_file", { name })}
            </a>
          </div>
        );
      })}
    </details>
  );
}
