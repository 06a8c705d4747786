// What a key or button can stand for. The order is package input's.
export const actions = [
  "none",
  "forward",
  "back",
  "turnLeft",
  "turnRight",
  "strafeLeft",
  "strafeRight",
  "strafe",
  "run",
  "attack",
  "use",
  "weapon1",
  "weapon2",
  "weapon3",
  "weapon4",
  "weapon5",
  "weapon6",
  "weapon7",
  "weapon8",
  "nextWeapon",
  "prevWeapon",
] as const;

export type Action = (typeof actions)[number];

export function actionNumber(action: Action): number {
  return actions.indexOf(action);
}
