/** What only the contests say. */

import { type Said, speaker } from "../words";

const catalogue = {
  contests: ["Contests", "Wettbewerbe", "Gare", "Soutěže", "Tournois", "Torneos"],
  contest_of: ["Contest: {game}", "Wettbewerb: {game}", "Gara: {game}", "Soutěž: {game}", "Tournoi : {game}", "Torneo: {game}"],
  counts: [
    "{programs} {programs:program|programs}, {people} {people:person|people}, {games} {games:game|games} played",
    "{programs} {programs:Programm|Programme}, {people} {people:Mensch|Menschen}, {games} {games:Spiel|Spiele} gespielt",
    "{programs} {programs:programma|programmi}, {people} {people:persona|persone}, {games} {games:partita giocata|partite giocate}",
    "{programs} {programs:program|programy|programů}, {people} {people:člověk|lidé|lidí}, {games} {games:odehraná hra|odehrané hry|odehraných her}",
    "{programs} {programs:programme|programmes}, {people} {people:personne|personnes}, {games} {games:partie jouée|parties jouées}",
    "{programs} {programs:programa|programas}, {people} {people:persona|personas}, {games} {games:partida jugada|partidas jugadas}",
  ],
  look_on: ["Look on", "Zuschauen", "Guarda", "Dívat se", "Regarder", "Mirar"],
  look_away: ["Look away", "Nicht mehr zuschauen", "Non guardare più", "Už se nedívat", "Ne plus regarder", "Dejar de mirar"],
  take_part: ["Take part", "Mitspielen", "Partecipa", "Zúčastnit se", "Participer", "Participar"],
  stop: ["Play no longer", "Nicht mehr mitspielen", "Non giocare più", "Už nehrát", "Ne plus jouer", "Dejar de jugar"],
  wait: [
    "The lot seats you at one of the next games.",
    "Das Los setzt dich an eines der nächsten Spiele.",
    "Il sorteggio ti fa sedere a una delle prossime partite.",
    "Los tě posadí k jedné z příštích her.",
    "Le sort te placera à une des prochaines parties.",
    "El sorteo te sentará en una de las próximas partidas.",
  ],
  totals: ["Points", "Punkte", "Punti", "Body", "Points", "Puntos"],
  played: ["Games", "Spiele", "Partite", "Hry", "Parties", "Partidas"],
} satisfies Record<string, Said>;

export const say = speaker(catalogue);
