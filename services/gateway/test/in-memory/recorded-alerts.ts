import type { Alert, Alerts } from '../../src/ports/alerts.ts';

/** Records alerts in the sequence in which they were raised. */
export class RecordedAlerts implements Alerts {
  readonly raised: Alert[] = [];

  raise(alert: Alert): void {
    this.raised.push(alert);
  }

  get kinds(): readonly string[] {
    return this.raised.map(({ kind }) => kind);
  }
}
