import { test } from "./check";
import { ScreenStore } from "../page/screenstore";
import type { Screen } from "../page/state";

test("views follow each change of the screen, in their order, and see the newest", (c) => {
  const store = new ScreenStore();
  const seen: string[] = [];
  const at = (screen: Screen): string => screen.at;
  store.follow((screen) => {
    seen.push(`first ${at(screen)}`);
    if (screen.at === "loading") store.dispatch({ k: "left" });
  });
  store.follow((screen) => seen.push(`second ${at(screen)}`));
  store.dispatch({ k: "menu", open: true });
  c.equal(seen, [], "the lobby has no menu: nothing has changed");
  store.dispatch({ k: "enter" });
  c.equal(seen, ["first loading", "first lobby", "second lobby", "second lobby"], "one that turns back at once");
  c.equal(at(store.screen), "lobby", "where it stands");
});
