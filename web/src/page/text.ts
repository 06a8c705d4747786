// Failures in plain words, with what to do next.

import type { Failure } from "../shared/messages";
import { closeCode } from "../shared/wire";

export interface FailureText {
  readonly title: string;
  readonly text: string;
}

export function failureText(t: Failure): FailureText {
  switch (t.kind) {
    case "requestLost":
      return {
        title: t.sent ? "Nothing has come of that yet" : "The host did not hear that",
        text: t.sent
          ? "The host has not done it within ten seconds. Try again."
          : "The connection to it is lost. Do it again when this page says that it is connected.",
      };
    case "ended":
      return { title: "The game is over", text: "The host's lobby is open again." };
    case "kicked":
      return { title: "You were taken out of the game", text: sentence(t.detail || "the host gave your seat free") };
    case "wads":
      return {
        title: "The game's data did not arrive",
        text: `${sentence(t.detail)} Check that the host is still running and on the same network, then try again.`,
      };
    case "wadDamaged":
      return {
        title: "These are not the host's WADs",
        text: "What arrived differs from what the host plays, twice. Something on the way (a proxy or a filter) changes the file, or it changed on the host: start doomhost there again, then reload this page.",
      };
    case "host":
      return {
        title: `The host did not send ${t.what}`,
        text:
          t.status === 404
            ? "It is not there any more. Reload this page to see what is."
            : `It answered with an error (${t.status}). Try again; if that does not help, start doomhost there again.`,
      };
    case "file":
      return { title: `${t.name} can't be opened`, text: sentence(t.detail) };
    case "content":
      return { title: "The WAD can't be played", text: `${sentence(t.detail)} Choose another map or other WADs.` };
    case "engine":
      return { title: "The engine stopped", text: `${sentence(t.detail)} Reload the page to come back to your seat.` };
    case "refused":
      return refused(t.code, t.detail);
  }
}

function refused(code: number, detail: string): FailureText {
  switch (code) {
    case closeCode.taken:
      return {
        title: "Your seat is taken",
        text: "You opened the game in another tab, or somebody has the seat now. You may join with another one, or watch.",
      };
    case closeCode.token:
      return {
        title: "The host doesn't know you any more",
        text: "Your place in that game was given up. You may join again, or watch.",
      };
    default:
      return { title: "The host refused the connection", text: sentence(detail || `code ${code}`) };
  }
}

/** What this browser lacks, in words; empty where everything is there. */
export function missingText(): string[] {
  const missing: string[] = [];
  if (typeof WebAssembly !== "object") missing.push("WebAssembly");
  if (typeof Worker !== "function") missing.push("Web Workers");
  if (typeof WebSocket !== "function") missing.push("WebSocket");
  return missing;
}

/** As a sentence of its own. */
export function sentence(text: string): string {
  const t = text.trim();
  if (t === "") return "";
  const first = t.charAt(0).toUpperCase() + t.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
