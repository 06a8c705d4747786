// A list that changes under a finger: what stays in it keeps its elements, and
// with them focus and clicks.

export interface Row<T> {
  readonly element: HTMLElement;
  /** Shows what changed, and touches nothing else. */
  update(item: T): void;
}

export class Rows<T> {
  private rows = new Map<string, Row<T>>();

  constructor(
    private readonly list: HTMLElement,
    private readonly key: (item: T) => string,
    private readonly make: (item: T) => Row<T>,
  ) {}

  update(items: readonly T[]): void {
    const old = this.rows;
    this.rows = new Map();
    for (const item of items) {
      const key = this.key(item);
      const row = old.get(key) ?? this.make(item);
      old.delete(key);
      row.update(item);
      this.rows.set(key, row);
    }
    for (const row of old.values()) row.element.remove();
    let at = this.list.firstElementChild;
    for (const { element } of this.rows.values()) {
      if (element === at) at = at.nextElementSibling;
      else this.list.insertBefore(element, at);
    }
  }
}
