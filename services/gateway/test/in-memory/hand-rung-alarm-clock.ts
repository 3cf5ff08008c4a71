import type { AlarmClock, Duty } from '../../src/ports/alarm-clock.ts';
import type { Alerts } from '../../src/ports/alerts.ts';

/** An alarm clock that starts the duties when a test says so. */
export class HandRungAlarmClock implements AlarmClock {
  readonly #alerts: Alerts;
  #duties: readonly Duty[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(deps: { alerts: Alerts }) {
    this.#alerts = deps.alerts;
  }

  async start(duties: readonly Duty[]): Promise<void> {
    this.#duties = duties;
  }

  async stop(): Promise<void> {
    this.#duties = [];
    await Promise.all(this.#running);
  }

  /** Runs every duty once. */
  async ring(): Promise<void> {
    await Promise.all(this.#duties.map((duty) => this.#run(duty)));
  }

  async #run(duty: Duty): Promise<void> {
    const running = duty.run().catch((error: unknown) => {
      this.#alerts.raise({ kind: 'duty_failed', duty: duty.name, error });
    });
    this.#running.add(running);
    await running;
    this.#running.delete(running);
  }
}
