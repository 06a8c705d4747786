// A handful of lines in place of a test framework. The tests run in a real
// browser; `go test ./internal/e2e` bundles them and reads the results.

export interface Result {
  readonly name: string;
  readonly failures: readonly string[];
  readonly checks: number;
}

const results: Promise<Result>[] = [];

export class Check {
  readonly failures: string[] = [];
  checks = 0;

  /** Compares by value. */
  equal(got: unknown, want: unknown, what: string): void {
    this.checks++;
    const [g, w] = [JSON.stringify(got), JSON.stringify(want)];
    if (g !== w) this.failures.push(`${what}: got ${g}, want ${w}`);
  }

  ok(condition: boolean, what: string): void {
    this.checks++;
    if (!condition) this.failures.push(what);
  }
}

/** Tests run one after the other: some put something else in the place of what the browser has. */
export function test(name: string, body: (c: Check) => void | Promise<void>): void {
  const c = new Check();
  results.push(
    (results.at(-1) ?? Promise.resolve())
      .then(() => body(c))
      .catch((e: unknown) => {
        c.failures.push(e instanceof Error ? `${e.message}\n${e.stack ?? ""}` : String(e));
      })
      .then(() => ({ name, failures: c.failures, checks: c.checks })),
  );
}

export function finish(): void {
  (window as unknown as { testResults: Promise<Result[]> }).testResults = Promise.all(results);
}
