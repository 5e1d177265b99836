/** What only the contests say. */

import { type Said, speaker } from "../words";

const catalogue = {
  contests: ["Contests", "Wettbewerbe", "Gare", "Soutěže"],
  contest_of: ["Contest: {game}", "Wettbewerb: {game}", "Gara: {game}", "Soutěž: {game}"],
  counts: [
    "{programs} {programs:program|programs}, {people} {people:person|people}, {games} {games:game|games} played",
    "{programs} {programs:Programm|Programme}, {people} {people:Mensch|Menschen}, {games} {games:Spiel|Spiele} gespielt",
    "{programs} {programs:programma|programmi}, {people} {people:persona|persone}, {games} {games:partita giocata|partite giocate}",
    "{programs} {programs:program|programy|programů}, {people} {people:člověk|lidé|lidí}, {games} {games:odehraná hra|odehrané hry|odehraných her}",
  ],
  look_on: ["Look on", "Zuschauen", "Guarda", "Dívat se"],
  look_away: ["Look away", "Nicht mehr zuschauen", "Non guardare più", "Už se nedívat"],
  take_part: ["Take part", "Mitspielen", "Partecipa", "Zúčastnit se"],
  stop: ["Play no longer", "Nicht mehr mitspielen", "Non giocare più", "Už nehrát"],
  wait: [
    "The lot seats you at one of the next games.",
    "Das Los setzt dich an eines der nächsten Spiele.",
    "Il sorteggio ti fa sedere a una delle prossime partite.",
    "Los tě posadí k jedné z příštích her.",
  ],
  totals: ["Points", "Punkte", "Punti", "Body"],
  played: ["Games", "Spiele", "Partite", "Hry"],
} satisfies Record<string, Said>;

export const say = speaker(catalogue);
