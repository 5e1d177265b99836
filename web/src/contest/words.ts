/** What only the contests say. */

import { type Said, speaker } from "../words";

const catalogue = {
  contests: ["Contests", "Wettbewerbe", "Gare", "Soutěže"],
  contest_of: ["Contest: {game}", "Wettbewerb: {game}", "Gara: {game}", "Soutěž: {game}"],
  counts: [
    "{programs} programs, {people} people, {games} games played",
    "{programs} Programme, {people} Menschen, {games} Spiele gespielt",
    "{programs} programmi, {people} persone, {games} partite giocate",
    "{programs} programů, {people} lidí, {games} odehraných her",
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
