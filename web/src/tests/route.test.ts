import { test } from "./check";
import { Router, type RouteAction } from "../worker/route";
import afterdrop from "../../../signal/route/testdata/afterdrop.txt";
import asleep from "../../../signal/route/testdata/asleep.txt";
import blocked from "../../../signal/route/testdata/blocked.txt";
import bothgone from "../../../signal/route/testdata/bothgone.txt";
import broken from "../../../signal/route/testdata/broken.txt";
import early from "../../../signal/route/testdata/early.txt";
import kicked from "../../../signal/route/testdata/kicked.txt";
import lost from "../../../signal/route/testdata/lost.txt";
import move from "../../../signal/route/testdata/move.txt";
import oneway from "../../../signal/route/testdata/oneway.txt";
import recovers from "../../../signal/route/testdata/recovers.txt";
import restart from "../../../signal/route/testdata/restart.txt";
import silent from "../../../signal/route/testdata/silent.txt";
import tries from "../../../signal/route/testdata/tries.txt";

const transcripts = {
  afterdrop,
  asleep,
  blocked,
  bothgone,
  broken,
  early,
  kicked,
  lost,
  move,
  oneway,
  recovers,
  restart,
  silent,
  tries,
};

function words(a: RouteAction): string {
  switch (a.do) {
    case "resend by":
    case "use":
      return `> ${a.do} ${a.to}`;
    case "lost":
      return `> lost ${a.code}`;
    default:
      return `> ${a.do}`;
  }
}

function play(text: string): string {
  const router = new Router();
  const out: string[] = [];
  for (const line of text.trimEnd().split("\n")) {
    if (line.startsWith(">")) continue;
    out.push(line);
    if (line === "" || line.startsWith("#")) continue;
    const [time = "", ...rest] = line.split(" ");
    const now = Number(time);
    const code = Number(rest[2] ?? 0);
    switch (rest.slice(0, 2).join(" ")) {
      case "start":
        break;
      case "offer":
        router.offer(now);
        break;
      case "socket opened":
        router.socketOpened(now);
        break;
      case "socket closed":
        router.socketClosed(now, code);
        break;
      case "redial":
        router.redial();
        break;
      case "channel opened":
        router.channelOpened();
        break;
      case "channel closed":
        router.channelClosed(now, code);
        break;
      case "socket bundle":
        router.bundle(now, "socket");
        break;
      case "channel bundle":
        router.bundle(now, "channel");
        break;
      case "restart":
        router.restart(now);
        break;
      case "time":
        router.advance(now);
        break;
      default:
        out.push(`> unknown: ${line}`);
    }
    out.push(...router.take().map(words));
  }
  return `${out.join("\n")}\n`;
}

for (const [name, text] of Object.entries(transcripts)) {
  test(`ways of tics: ${name}`, (c) => c.equal(play(text), text, name));
}
