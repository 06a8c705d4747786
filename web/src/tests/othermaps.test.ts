import { test } from "./check";
import { OtherMaps } from "../page/othermaps";
import { defaultParams } from "../shared/lobby";
import type { MapLack } from "../page/api";

const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

test("the other maps of the add-ons say what they need", async (c) => {
  const asked: string[] = [];
  const lacks: MapLack[] = [
    { map: "MAP02", needs: ["MAP02 needs Boom: linedef 24576"] },
    { map: "MAP07", needs: ["MAP07 needs MBF: linedef 271"] },
  ];
  const maps = new OtherMaps((p) => {
    asked.push(p.pwads.join());
    return Promise.resolve(p.pwads.includes("boom") ? lacks : []);
  });
  const params = { ...defaultParams, wadId: "game" };
  maps.choose(params, "MAP01");
  await settled();
  c.equal([asked.length, maps.element.hidden], [0, true], "without add-ons nobody is asked");
  maps.choose({ ...params, pwads: ["boom"] }, "MAP02");
  await settled();
  c.equal(maps.element.hidden, false, "what another map lacks is shown");
  c.equal(maps.element.querySelectorAll("li").length, 1, "the chosen one says its own");
  c.ok(maps.element.textContent.includes("MAP07 needs MBF"), maps.element.textContent);
  maps.choose({ ...params, pwads: ["boom"], map: 1 }, "MAP01");
  await settled();
  c.equal([asked, maps.element.querySelectorAll("li").length], [["boom"], 2], "another map of the same asks nobody");
  maps.choose({ ...params, pwads: ["plain"] }, "MAP01");
  await settled();
  c.equal(maps.element.hidden, true, "other add-ons, other maps");
  maps.forget();
  maps.choose({ ...params, pwads: ["plain"] }, "MAP01");
  await settled();
  c.equal(asked, ["boom", "plain", "plain"], "after a change of the library it is asked again");
});
