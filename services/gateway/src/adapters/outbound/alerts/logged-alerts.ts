import type { Logger } from 'pino';
import type { Counter, Registry } from 'prom-client';
import { type Alert, type Alerts, alertKinds } from '../../../ports/alerts.ts';
import { zeroCounter } from '../metrics/zero-counter.ts';

/** Writes alerts as log lines and counts them by kind, for an operator's alarms. */
export class LoggedAlerts implements Alerts {
  readonly #logger: Logger;
  readonly #counter: Counter<'kind'>;

  constructor(logger: Logger, registry: Registry) {
    this.#logger = logger;
    this.#counter = zeroCounter(registry, {
      name: 'kassa_alerts_total',
      help: 'Alerts for operators, by kind.',
      label: 'kind',
      values: alertKinds,
    });
  }

  raise(alert: Alert): void {
    this.#counter.inc({ kind: alert.kind });
    try {
      this.#log(alert);
    } catch {
      // Ignore an error of the log itself, for example if the disk is full. The alert is already counted, and the caller must
      // not fail because of the log.
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
