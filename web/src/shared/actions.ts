// What a key or button can stand for.

import { actions, type Action } from "./generated/engine";

export { actions, type Action };

export function actionNumber(action: Action): number {
  return actions.indexOf(action);
}
