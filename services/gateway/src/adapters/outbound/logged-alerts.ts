import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { Alert, Alerts } from '../../ports/alerts.ts';

/** Writes alerts as log lines and counts them by kind, for an operator's alarms. */
export class LoggedAlerts implements Alerts {
  readonly #logger: Logger;
  readonly #counter: Counter<'kind'>;

  constructor(logger: Logger, registry: Registry) {
    this.#logger = logger;
    this.#counter = new Counter({
      name: 'kassa_alerts_total',
      help: 'Alerts for operators, by kind.',
      labelNames: ['kind'],
      registers: [registry],
    });
  }

  raise(alert: Alert): void {
    this.#counter.inc({ kind: alert.kind });
    try {
      this.#log(alert);
    } catch {
      // Ignore an error of the log itself, for example after the disk has filled. The alert is already counted, and its caller
      // must not fail.
    }
  }

  #log(alert: Alert): void {
    const { kind, ...facts } = alert;
    if (alert.kind === 'duty_failed' || alert.kind === 'storage_refused') {
      const { error, duty, item } = alert;
      const about = { ...(duty !== undefined && { duty }), ...(item !== undefined && { item }) };
      this.#logger.error({ err: error, ...about }, kind);
    } else this.#logger.warn(facts, kind);
  }
}
