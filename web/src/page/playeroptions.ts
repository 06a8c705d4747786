// The player's options as they are now; every change is kept.

import { loadOptions, saveOptions, type Options } from "./options";

export class PlayerOptions {
  private options = loadOptions();

  constructor(private readonly changed: (options: Options) => void) {}

  get current(): Options {
    return this.options;
  }

  set(options: Options): void {
    this.options = options;
    saveOptions(options);
    this.changed(options);
  }
}
