import { test } from "./check";
import { h, setText } from "../page/dom";
import { Rows } from "../page/rows";

test("rows that stay keep their elements, focus and order", (c) => {
  const list = h("ul");
  document.documentElement.append(list);
  let made = 0;
  const rows = new Rows<{ id: string; n: number }>(
    list,
    (i) => i.id,
    () => {
      made++;
      const element = h("button");
      return { element, update: (i) => setText(element, `${i.id}${i.n}`) };
    },
  );
  const show = (...items: string[]): string => {
    rows.update(items.map((i) => ({ id: i.slice(0, 1), n: Number(i.slice(1)) })));
    return [...list.children].map((e) => e.textContent).join();
  };
  c.equal(show("a1", "b1", "c1"), "a1,b1,c1", "at first");
  const b = list.children[1] as HTMLElement;
  b.focus();
  let changes = 0;
  const observer = new MutationObserver((m) => (changes += m.length));
  observer.observe(list, { childList: true, subtree: true, characterData: true, attributes: true });
  show("a1", "b1", "c1");
  changes += observer.takeRecords().length;
  c.equal(changes, 0, "changes where nothing changed");
  observer.disconnect();
  c.equal(show("d1", "b2", "c1", "e1"), "d1,b2,c1,e1", "one goes, two come");
  c.ok(list.children[1] === b && document.activeElement === b, "the one in the middle has the focus still");
  c.equal(made, 5, "elements made");
  c.equal(show("e1", "b2"), "e1,b2", "another order");
  c.equal(show(), "", "none");
  list.remove();
});
