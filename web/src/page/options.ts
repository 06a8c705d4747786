// A player's settings, kept in the browser's local storage where there is one.

import { defaultBindings, parseBindings, type Bindings } from "./bindings";
import { baseFieldOfView, crosshair, figures } from "../shared/generated/engine";
import { isRecord } from "../shared/lobby";

/** The version of stored options in which the defaults of the picture are the present ones. */
const version = 2;

export interface Options {
  readonly version: number;
  readonly name: string;
  readonly mouseSpeed: number; // 1 to 20, 10 is Doom's middle
  readonly mouseForward: boolean;
  readonly alwaysRun: boolean;
  readonly interpolate: boolean;
  readonly scale: number; // 1 to maxScale times 320×200; 0: the finest that this machine draws in time
  readonly fieldOfView: number; // degrees, minFieldOfView to maxFieldOfView
  readonly wide: boolean;
  readonly bar: boolean;
  readonly crosshair: number; // one of crosshair
  readonly figures: number; // one of figures: over the view without a status bar
  readonly calm: number; // percentage of the flashes that is taken away
  readonly messages: boolean;
  readonly gamma: number; // 0 to 4, as Doom's F11
  readonly vanilla: boolean; // the picture is that of 1993, whatever else is set
  readonly netGraph: boolean;
  readonly effects: number; // 0 to 1
  readonly music: number;
  readonly muted: boolean;
  readonly bindings: Bindings;
}

export const defaultOptions: Options = {
  version,
  name: "",
  mouseSpeed: 10,
  mouseForward: false,
  alwaysRun: true,
  interpolate: true,
  scale: 0,
  fieldOfView: baseFieldOfView,
  wide: true,
  bar: true,
  crosshair: crosshair.off,
  figures: figures.large,
  calm: 0,
  messages: true,
  gamma: 0,
  vanilla: false,
  netGraph: false,
  effects: 0.6,
  music: 0.5,
  muted: false,
  bindings: defaultBindings,
};

/** What is shown by these options. */
export function shown(o: Options): Options {
  return o.vanilla
    ? {
        ...o,
        interpolate: false,
        scale: 1,
        fieldOfView: baseFieldOfView,
        wide: false,
        bar: true,
        crosshair: crosshair.off,
        gamma: 0,
      }
    : o;
}

const storageKey = "doomhost.options";

export function loadOptions(): Options {
  try {
    return parseOptions(JSON.parse(localStorage.getItem(storageKey) ?? "null"));
  } catch {
    return defaultOptions;
  }
}

export function saveOptions(options: Options): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(options));
  } catch {
    // A private window forgets them; that is what it is for.
  }
}

/** Takes what is of the right type, and the default for the rest. */
export function parseOptions(v: unknown): Options {
  if (!isRecord(v)) return defaultOptions;
  const merged: Record<string, unknown> = { ...defaultOptions };
  for (const [key, standard] of Object.entries(defaultOptions)) {
    if (key !== "bindings" && typeof v[key] === typeof standard) merged[key] = v[key];
  }
  if (v.version !== version) {
    // Older versions stored every option, chosen or not: 320×200 and a narrow picture were
    // their defaults, and say nothing of what a player wants.
    if (merged.scale === 1) merged.scale = defaultOptions.scale;
    merged.wide = defaultOptions.wide;
  }
  merged.version = version;
  merged.bindings = parseBindings(v);
  return merged as unknown as Options;
}

const ticketKey = "doomhost.ticket";

/** The seat of a running game, for the same tab after a reload. */
export function loadTicket(): { slot: number; token: string } | null {
  try {
    const v: unknown = JSON.parse(sessionStorage.getItem(ticketKey) ?? "null");
    return isRecord(v) && typeof v.slot === "number" && typeof v.token === "string"
      ? { slot: v.slot, token: v.token }
      : null;
  } catch {
    return null;
  }
}

export function saveTicket(ticket: { slot: number; token: string } | null): void {
  try {
    if (ticket === null) sessionStorage.removeItem(ticketKey);
    else sessionStorage.setItem(ticketKey, JSON.stringify(ticket));
  } catch {
    // Then a reload joins anew.
  }
}
