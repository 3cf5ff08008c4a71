import type { Logger } from 'pino';
import type { Counter, Registry } from 'prom-client';
import type { Alert, Alerts } from '../../../ports/alerts.ts';
import { zeroCounter } from '../metrics/zero-counter.ts';
import type { AlertCarrier, AlertNotice, AlertOrigin } from './alert-notice.ts';

/** The maximum number of alerts that may wait to be sent. Further alerts are only logged and counted. */
const MOST_WAITING = 100;
/** The shortest time between two log lines which say that the receiver does not accept alerts. */
const LINE_EVERY_MS = 60_000;
/** After a pause of this length, an alert begins a new series. */
const PAUSE_MS = 600_000;

/** Limits how many alerts are sent in a period of time, because an outage raises thousands. */
interface Bound {
  /** Names the group of alerts that are counted together. */
  readonly about: string;
  readonly most: number;
  readonly windowMs: number;
}

/**
 * For each duty, one alert is enough: the gateway retries failed work by itself, and in an outage all work fails. Alerts of
 * other kinds are sent more often, because an operator has to examine each of them.
 */
function boundOf(alert: Alert, { most, windowMs }: AlertCarrier): Bound {
  return alert.kind === 'duty_failed'
    ? { about: `${alert.kind} ${alert.duty}`, most: 1, windowMs: 600_000 }
    : { about: alert.kind, most, windowMs };
}

interface Window {
  readonly endsAtMs: number;
  count: number;
  leftOut: number;
}

interface Series {
  readonly since: Date;
  lastAtMs: number;
}

interface Dependencies {
  /** Logs and counts the alerts, before they are sent. */
  readonly alerts: Alerts;
  readonly carrier: AlertCarrier;
  readonly from: AlertOrigin;
  readonly registry: Registry;
  /** Logs that the receiver does not accept alerts. Without Prometheus, operators would not learn this in any other way. */
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * Also sends alerts to an operator. It sends one alert after the other, never keeps its caller waiting, and discards an alert
 * that the receiver does not accept. The log contains every alert.
 */
export class SentAlerts implements Alerts {
  readonly #deps: Dependencies;
  readonly #results: Counter<'result'>;
  readonly #waiting: AlertNotice[] = [];
  /**
   * Each group of alerts has one window and one series. There are few duties and few kinds of alerts, so there are few groups.
   */
  readonly #windows = new Map<string, Window>();
  readonly #series = new Map<string, Series>();
  #isSending = false;
  #nextLineAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#results = zeroCounter(deps.registry, {
      ...deps.carrier.counter,
      label: 'result',
      values: ['sent', 'failed', 'left_out'],
    });
  }

  raise(alert: Alert): void {
    this.#deps.alerts.raise(alert);
    this.#enqueue(alert);
  }

  #enqueue(alert: Alert): void {
    const bound = boundOf(alert, this.#deps.carrier);
    const at = new Date();
    const since = this.#sinceOf(bound.about, at);
    const window = this.#windowOf(bound);
    if (window.count >= bound.most || this.#waiting.length >= MOST_WAITING) {
      window.leftOut += 1;
      this.#results.inc({ result: 'left_out' });
      return;
    }
    window.count += 1;
    const { from } = this.#deps;
    const runbook = `${from.deploymentUrl}/docs/runbooks/${alert.kind.replaceAll('_', '-')}`;
    this.#waiting.push({ alert, from, runbook, at, since, leftOut: window.leftOut });
    window.leftOut = 0;
    void this.#sendAll();
  }

  #sinceOf(about: string, at: Date): Date {
    const nowMs = performance.now();
    const known = this.#series.get(about);
    if (known !== undefined && nowMs - known.lastAtMs < PAUSE_MS) {
      known.lastAtMs = nowMs;
      return known.since;
    }
    this.#series.set(about, { since: at, lastAtMs: nowMs });
    return at;
  }

  #windowOf({ about, windowMs }: Bound): Window {
    const nowMs = performance.now();
    const known = this.#windows.get(about);
    if (known !== undefined && nowMs < known.endsAtMs) return known;
    const next = { endsAtMs: nowMs + windowMs, count: 0, leftOut: known?.leftOut ?? 0 };
    this.#windows.set(about, next);
    return next;
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let notice = this.#waiting.shift(); notice !== undefined; notice = this.#waiting.shift()) {
      const failure = await this.#carry(notice);
      this.#results.inc({ result: failure === null ? 'sent' : 'failed' });
      if (failure !== null) this.#logFailure(failure);
    }
    this.#isSending = false;
  }

  /** A carrier may be unable to represent a fact of an alert. The alert is then not sent, but it is already in the log. */
  async #carry(notice: AlertNotice): Promise<string | null> {
    try {
      return await this.#deps.carrier.carry(notice);
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown';
    }
  }

  #logFailure(reason: string): void {
    const nowMs = performance.now();
    if (nowMs < this.#nextLineAtMs) return;
    this.#nextLineAtMs = nowMs + LINE_EVERY_MS;
    try {
      this.#deps.logger.warn(
        { reason },
        `the receiver in ${this.#deps.carrier.setting} does not take alerts`,
      );
    } catch {
      // Ignore an error of the log itself, so that the next alert is still sent.
    }
  }
}
