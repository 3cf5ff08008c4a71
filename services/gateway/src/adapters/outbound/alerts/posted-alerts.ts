import type { AlertCarrier, AlertNotice } from './alert-notice.ts';

const TIMEOUT_MS = 5_000;

/** Posts alerts to an HTTP address that the operator has set, for example a chat's incoming webhook. */
export class PostedAlerts implements AlertCarrier {
  readonly setting = 'KASSA_ALERT_WEBHOOK';
  readonly counter = {
    name: 'kassa_alert_posts_total',
    help: 'Alerts for the address in KASSA_ALERT_WEBHOOK, by what became of them.',
  };
  readonly most = 10;
  readonly windowMs = 60_000;
  readonly #url: string;
  readonly #timeoutMs: number;

  constructor(url: string, timeoutMs = TIMEOUT_MS) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
  }

  async carry(notice: AlertNotice): Promise<string | null> {
    const body = bodyOf(notice);
    try {
      return await post(this.#url, body, AbortSignal.timeout(this.#timeoutMs));
    } catch (error) {
      return reasonOf(error, this.#timeoutMs);
    }
  }
}

function bodyOf({ alert: { kind, ...facts }, from, runbook, at, since, leftOut }: AlertNotice): string {
  const { environment, instance } = from;
  const posted = Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, name === 'error' ? String(fact) : fact]),
  );
  const others = leftOut > 0 ? ` and ${leftOut} others since the last one` : '';
  const text = `Kassa (${environment}, ${instance}): ${kind} ${JSON.stringify(posted)}${others} ${runbook}`;
  return JSON.stringify({
    text,
    alert: kind,
    facts: posted,
    runbook,
    environment,
    instance,
    at: at.toISOString(),
    since: since.toISOString(),
    left_out: leftOut,
  });
}

async function post(url: string, body: string, signal: AbortSignal): Promise<string | null> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    redirect: 'error',
    signal,
  });
  await response.body?.cancel();
  return response.ok ? null : `status ${response.status}`;
}

/** An error's message could contain the address, which is a secret. So the reason is only the error's code or name. */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} s`;
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error && cause.message === 'unexpected redirect' ? 'a redirect' : error.name;
}
