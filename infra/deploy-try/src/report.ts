/** Thrown by a step that this machine cannot run. The message says what is missing. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

/** Runs steps one after another, prints a line for each, and counts them. */
export class Report {
  readonly #tell: (line: string) => void;
  #passed = 0;
  #failed = 0;
  #skipped = 0;

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  /** Whether a step has failed. */
  get hasFailed(): boolean {
    return this.#failed > 0;
  }

  /**
   * Runs a step. Returns its value; undefined if the step failed or could not run here.
   *
   * @param run returns the value, and can add a detail to the printed line
   */
  async step<Value>(
    title: string,
    run: (detail: (text: string) => void) => Promise<Value>,
  ): Promise<Value | undefined> {
    const startedAtMs = performance.now();
    let details = '';
    try {
      const value = await run((text) => {
        details = `: ${text}`;
      });
      this.#passed += 1;
      this.#tell(`✓ ${title}${details} (${((performance.now() - startedAtMs) / 1000).toFixed(1)} s)`);
      return value;
    } catch (error) {
      if (error instanceof CannotRun) {
        this.cannotRun(title, error.message);
      } else {
        this.#failed += 1;
        this.#tell(`✗ ${title}: ${error instanceof Error ? error.message : error}`);
      }
      return undefined;
    }
  }

  /** Prints that a step cannot run here, and why. */
  cannotRun(title: string, reason: string): void {
    this.#skipped += 1;
    this.#tell(`- ${title}: not run, because ${reason}`);
  }

  closingLine(): string {
    const line = `${this.#passed} passed, ${this.#failed} failed`;
    return this.#skipped === 0 ? line : `${line}, ${this.#skipped} not run`;
  }
}
