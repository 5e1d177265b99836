/** What is said beside the boards of squares. */

import type { GameCard, Look } from "../hall/wire";
import { seatName } from "../saying";
import { maybe, speaker } from "../words";

export const s = speaker({
  captured: ["Captured: {what}", "Geschlagen: {what}", "Catturati: {what}", "Sebráno: {what}", "Pièces prises : {what}", "Capturas: {what}"],
  ahead: ["{n} {n:point|points} ahead", "{n} {n:Punkt|Punkte} voraus", "{n} {n:punto|punti} di vantaggio", "náskok {n} {n:bod|body|bodů}", "{n} {n:point|points} d'avance", "{n} {n:punto|puntos} de ventaja"],
  piece: ["{seat} {kind}", "{kind} ({seat})", "{kind} ({seat})", "{kind} ({seat})", "{kind} ({seat})", "{kind} ({seat})"],
  crowned: ["king", "Dame", "dama", "dáma", "dame", "dama"],
});

/** What a kind of piece is called, if there is a word for it: a man that is crowned is a king in English only. */
export const kindSaid = (kind: string, { pieces }: Look): string => (kind === "king" && pieces?.man ? s("crowned") : maybe(`piece_${kind}`));

/** A piece and whose it is: only in English does white agree with every piece. */
export function pieceName([owner, of]: [number, string], game: GameCard): string {
  const [seat, kind] = [seatName(game, owner), kindSaid(of, game.look)];
  return kind ? s("piece", { seat, kind }) : seat;
}
