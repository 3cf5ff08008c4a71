import type { Logger } from 'pino';
import type { Counter, Registry } from 'prom-client';
import type { Alert, Alerts } from '../../ports/alerts.ts';
import { zeroCounter } from './metrics/zero-counter.ts';

const TIMEOUT_MS = 5_000;
/** The maximum number of alerts that may wait to be sent. Further alerts are only logged and counted. */
const MOST_WAITING = 100;
/** The shortest time between two log lines which say that the receiver does not accept alerts. */
const LINE_EVERY_MS = 60_000;

/** Limits how many alerts are sent in a period of time, because an outage raises thousands. */
interface Bound {
  /** Names the group of alerts that are counted together. */
  readonly about: string;
  readonly most: number;
  readonly windowMs: number;
}

/**
 * The gateway retries failed work by itself, and in an outage all work fails. So one alert for each duty is enough. Alerts of
 * any other kind are each about something different that an operator has to examine.
 */
function boundOf(alert: Alert): Bound {
  return alert.kind === 'duty_failed'
    ? { about: `${alert.kind} ${alert.duty}`, most: 1, windowMs: 600_000 }
    : { about: alert.kind, most: 10, windowMs: 60_000 };
}

interface Window {
  readonly endsAtMs: number;
  count: number;
  leftOut: number;
}

/** The origin that each posted alert contains. */
interface AlertOrigin {
  readonly environment: string;
  /** The instance that raises the alert, such as `api-1:10040`. */
  readonly instance: string;
  /** The address of the runbooks, without a trailing slash. */
  readonly runbooksUrl: string;
}

interface Dependencies {
  /** Logs and counts the alerts, before they are sent. */
  readonly alerts: Alerts;
  readonly url: string;
  readonly from: AlertOrigin;
  readonly registry: Registry;
  /** Logs that the receiver does not accept alerts. Without Prometheus, operators would not learn this in any other way. */
  readonly logger: Pick<Logger, 'warn'>;
  readonly post?: Post;
}

/** Sends a body to an address. Returns why the receiver has not accepted it; null if it has. */
type Post = (url: string, body: string) => Promise<string | null>;

/**
 * Also sends alerts to an operator's HTTP address, such as that of a chat. It sends one alert after the other, never keeps its
 * caller waiting, and gives an alert up if the receiver does not accept it. The log contains every alert.
 */
export class PostedAlerts implements Alerts {
  readonly #deps: Dependencies;
  readonly #post: Post;
  readonly #results: Counter<'result'>;
  readonly #waiting: string[] = [];
  /** One window for each group of alerts. There are few duties and kinds, so there are few windows. */
  readonly #windows = new Map<string, Window>();
  #isSending = false;
  #nextLineAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#post = deps.post ?? post;
    this.#results = zeroCounter(deps.registry, {
      name: 'kassa_alert_posts_total',
      help: 'Alerts for the address in KASSA_ALERT_WEBHOOK, by what became of them.',
      label: 'result',
      values: ['sent', 'failed', 'left_out'],
    });
  }

  raise(alert: Alert): void {
    this.#deps.alerts.raise(alert);
    try {
      this.#enqueue(alert);
    } catch {
      // Ignore facts that JSON cannot represent. The alert is already logged, and its caller must not fail.
      this.#results.inc({ result: 'failed' });
    }
  }

  #enqueue(alert: Alert): void {
    const bound = boundOf(alert);
    const window = this.#windowOf(bound);
    if (window.count >= bound.most || this.#waiting.length >= MOST_WAITING) {
      window.leftOut += 1;
      this.#results.inc({ result: 'left_out' });
      return;
    }
    window.count += 1;
    this.#waiting.push(bodyOf(alert, this.#deps.from, window.leftOut));
    window.leftOut = 0;
    void this.#sendAll();
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
    for (let body = this.#waiting.shift(); body !== undefined; body = this.#waiting.shift()) {
      const failure = await this.#post(this.#deps.url, body).catch(reasonOf);
      this.#results.inc({ result: failure === null ? 'sent' : 'failed' });
      if (failure !== null) this.#logFailure(failure);
    }
    this.#isSending = false;
  }

  #logFailure(reason: string): void {
    const nowMs = performance.now();
    if (nowMs < this.#nextLineAtMs) return;
    this.#nextLineAtMs = nowMs + LINE_EVERY_MS;
    try {
      this.#deps.logger.warn({ reason }, 'the receiver in KASSA_ALERT_WEBHOOK does not take alerts');
    } catch {
      // Ignore an error of the log itself, so that the next alert is still sent.
    }
  }
}

/** @param leftOut how many alerts of the same group were left out since the last one that was sent */
function bodyOf({ kind, ...facts }: Alert, from: AlertOrigin, leftOut: number): string {
  const { environment, instance, runbooksUrl } = from;
  const told = Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, name === 'error' ? String(fact) : fact]),
  );
  const runbook = `${runbooksUrl}/${kind.replaceAll('_', '-')}`;
  const others = leftOut > 0 ? ` and ${leftOut} others since the last one` : '';
  const text = `Kassa (${environment}, ${instance}): ${kind} ${JSON.stringify(told)}${others} ${runbook}`;
  return JSON.stringify({
    text,
    alert: kind,
    facts: told,
    runbook,
    environment,
    instance,
    at: new Date().toISOString(),
    left_out: leftOut,
  });
}

async function post(url: string, body: string): Promise<string | null> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  return response.ok ? null : `status ${response.status}`;
}

/** The message of an error could contain the address, which is a secret. So the reason is only the error's code or name. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1_000} s`;
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error && cause.message === 'unexpected redirect' ? 'a redirect' : error.name;
}
