/** What is said beside the boards of squares. */

import { speaker } from "../words";

export const s = speaker({
  captured: ["Captured: {what}", "Geschlagen: {what}", "Catturati: {what}", "Sebráno: {what}", "Pièces prises : {what}", "Capturas: {what}"],
  ahead: ["{n} {n:point|points} ahead", "{n} {n:Punkt|Punkte} voraus", "{n} {n:punto|punti} di vantaggio", "náskok {n} {n:bod|body|bodů}", "{n} {n:point|points} d'avance", "{n} {n:punto|puntos} de ventaja"],
});
