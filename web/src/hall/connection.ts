/** The connection to the hall: it mends itself, and comes back as whoever we were. */

import { signal } from "@preact/signals";
import { keep, kept, whenKeptElsewhere } from "../kept";
import type { Code, Heard, Kind, Parting, Reading, Refused, Request, Welcome } from "./wire";

export type Link = "opening" | "open" | "lost" | "elsewhere" | "kicked";

/** How it stands with the connection. */
export const link = signal<Link>("opening");
/** Who we are, once we have said so. */
export const me = signal<{ person: number; name: string } | null>(null);
/** Whether we left the hall through another window or device: here we are nobody until we come in again. */
export const left = signal(false);
/** What the hall's clock is ahead of ours, in milliseconds. */
let ahead = 0;

const PATIENCE = 10_000;
const PULSE = 20_000;
const LONGEST_PAUSE = 8_000;
/** Why we may look around here, but not as who we were. */
const NOT_LET_IN = new Set(["unknown_secret", "banned", "closing"]);

/** A request that was refused, or that got lost with the connection. */
export class Refusal extends Error {
  constructor(
    readonly reason: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

type Ear = (message: never) => void;
const ears = new Map<string, Set<Ear>>();
const waiting = new Map<number, { done: (answer: Heard) => void; failed: (why: Refusal) => void }>();
let socket: WebSocket | null = null;
let tag = 0;
let failures = 0;
let retry = 0;
let answered = true;
/** Whether a new connection shall not say who we are. */
let unnamed = false;

/** The time in the hall. */
export const now = (): number => Date.now() + ahead;

/** Hear every message of a kind; `ready` comes whenever the hall knows (again) who we are. */
export function listen<K extends Kind>(kind: K, ear: (message: Reading<K>) => void): () => void;
export function listen(kind: "ready", ear: (message: Welcome | null) => void): () => void;
export function listen(kind: string, ear: Ear): () => void {
  const all = ears.get(kind) ?? new Set<Ear>();
  ears.set(kind, all.add(ear));
  return () => void all.delete(ear);
}

function tell(kind: string, message: unknown): void {
  for (const ear of ears.get(kind) ?? []) ear(message as never);
}

/** Ask the hall for something; what it refuses is thrown. */
export function ask(request: Request): Promise<Heard> {
  const to = socket;
  if (to?.readyState !== WebSocket.OPEN) return Promise.reject(gone());
  const re = ++tag;
  return new Promise((done, failed) => {
    waiting.set(re, { done, failed });
    to.send(JSON.stringify({ ...request, re }));
  });
}

const gone = (): Refusal => new Refusal("connection_lost", "The connection is lost.");

function connect(): void {
  window.clearTimeout(retry);
  const address = new URL("ws", location.href.replace(/^http/, "ws").replace(/[?#].*/, ""));
  const mine = (socket = new WebSocket(address));
  mine.onopen = () => void comeIn().catch(() => mine.close());
  mine.onmessage = (event) => receive(JSON.parse(event.data as string) as Heard);
  mine.onclose = () => socket === mine && dropped();
}

async function comeIn(): Promise<void> {
  answered = true;
  const secret = unnamed ? "" : kept("secret");
  let welcome: Welcome | null = null;
  if (secret) {
    try {
      welcome = await enter({ secret });
    } catch (error) {
      if (!(error instanceof Refusal) || !NOT_LET_IN.has(error.reason)) throw error;
      if (error.reason === "closing") me.value = null; // it may let us in again
      else forget();
    }
  }
  failures = 0;
  link.value = "open";
  tell("ready", welcome);
  void pulse();
}

async function enter(who: { name: string } | { secret: string } | { code: string }): Promise<Welcome> {
  const welcome = (await ask({ type: "hello", words: true, ...who })) as Welcome;
  unnamed = left.value = false;
  if (welcome.secret) keep("secret", welcome.secret);
  me.value = { person: welcome.person, name: welcome.name };
  return welcome;
}

/** Come in under a name. */
export async function introduce(name: string): Promise<void> {
  tell("ready", await enter({ name }));
}

/** A code that brings us to another device. */
export const pair = async (): Promise<Code> => (await ask({ type: "pair" })) as Code;

/** Come in as the person whose other device was given this code, instead of whoever we are here. */
export async function comeWith(code: string): Promise<void> {
  if (me.value) await becomeNobody();
  try {
    tell("ready", await enter({ code }));
  } catch (error) {
    if (kept("secret") && !left.value) takeOver();
    throw error;
  }
}

/** Begin anew with a connection that speaks for nobody. */
function becomeNobody(): Promise<void> {
  unnamed = true;
  me.value = null;
  return new Promise((open) => {
    const heard = listen("ready", () => {
      heard();
      open();
    });
    connectAnew();
  });
}

/** Speak for us through this window again. */
export function takeOver(): void {
  unnamed = left.value = false;
  connectAnew();
}

function connectAnew(): void {
  link.value = "opening";
  const old = socket;
  socket = null;
  old?.close();
  loseAnswers();
  connect();
}

/** Leave the hall for good: seats at running games are given up. */
export async function goHome(): Promise<void> {
  await ask({ type: "bye" });
  forget();
  takeOver();
}

function forget(): void {
  keep("secret", "");
  me.value = null;
}

function receive(message: Heard): void {
  answered = true;
  if (message.type === "parted") parted(message.why);
  const asker = message.re === undefined ? undefined : waiting.get(message.re);
  if (message.re !== undefined) waiting.delete(message.re);
  // Whoever keeps the tables hears first, so that it is true by the time the asker goes on.
  tell(message.type, message);
  if (message.type === "refused") asker?.failed(refusal(message));
  else asker?.done(message);
}

const refusal = (message: Refused): Refusal => new Refusal(message.reason, message.sentence);

function parted(why: Parting): void {
  if (why === "closing") return;
  if (why === "left") {
    left.value = true;
    void becomeNobody();
    return;
  }
  link.value = why;
  if (why === "kicked") forget();
}

function loseAnswers(): void {
  const asked = [...waiting.values()];
  waiting.clear();
  for (const asker of asked) asker.failed(gone());
}

function dropped(): void {
  socket = null;
  loseAnswers();
  if (link.value === "elsewhere" || link.value === "kicked") return;
  link.value = "lost";
  const pause = Math.min(LONGEST_PAUSE, 300 * 2 ** failures++);
  retry = window.setTimeout(connect, pause * (0.7 + 0.6 * Math.random()));
}

/** Ask for the time; a hall that does not even tell that is gone. */
async function pulse(): Promise<void> {
  const sent = Date.now();
  const pong = await ask({ type: "ping" }).catch(() => null);
  if (pong?.type === "pong") ahead = pong.at - (sent + Date.now()) / 2;
}

function watchOver(): void {
  if (socket?.readyState !== WebSocket.OPEN) return;
  answered = false;
  void pulse();
  const asked = socket;
  window.setTimeout(() => {
    if (answered || socket !== asked) return;
    asked.onclose = null;
    asked.close();
    dropped();
  }, PATIENCE);
}

function hurry(): void {
  if (link.value === "lost" && !socket) connect();
  else if (document.visibilityState === "visible") watchOver();
}

/** Open the connection and look after it. */
export function start(): void {
  connect();
  window.setInterval(watchOver, PULSE);
  window.addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  whenKeptElsewhere("secret", takeOver); // whoever we are in one window we are in all
}
