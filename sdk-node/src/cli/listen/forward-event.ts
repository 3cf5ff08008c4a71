import { signWebhook, webhookHeaders } from '@kassa/contracts';
import packageJson from '../../../package.json' with { type: 'json' };
import type { WebhookEvent } from '../../index.ts';

/** The result of an attempt to forward an event. */
export type ForwardResult =
  | { readonly kind: 'accepted'; readonly httpStatus: number; readonly durationMs: number }
  /** The handler answered but did not accept the event. */
  | {
      readonly kind: 'refused';
      readonly httpStatus: number;
      readonly durationMs: number;
      readonly answer: string;
    }
  /** The target did not answer, or a proxy in front of it reported that the target is down. */
  | { readonly kind: 'down'; readonly reason: string };

/** The gateway waits equally long. */
const TIMEOUT_MS = 15_000;
const ANSWER_LENGTH = 120;
/** HTTP statuses with which a proxy answers while the handler behind the proxy restarts. The target then counts as down. */
const downStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Posts an event as the gateway does: with the same body and a current signature (Standard Webhooks), and without following
 * redirects.
 */
export async function forwardEvent(
  event: WebhookEvent,
  target: { readonly url: string; readonly secret: string },
  signal: AbortSignal,
): Promise<ForwardResult> {
  const body = JSON.stringify(event);
  const begunMs = performance.now();
  const timestampSeconds = Math.floor(Date.now() / 1000);
  // Use a separate AbortController for each request instead of `AbortSignal.any`. On Node 20, a combined signal would stay
  // attached to the listener's long-lived signal for ever.
  const ending = new AbortController();
  const end = () => ending.abort();
  let isTooLate = false;
  const timer = setTimeout(() => {
    isTooLate = true;
    end();
  }, TIMEOUT_MS);
  signal.addEventListener('abort', end);
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `kassa-listen/${packageJson.version}`,
        [webhookHeaders.id]: event.event_id,
        [webhookHeaders.timestamp]: String(timestampSeconds),
        [webhookHeaders.signature]: signWebhook(event.event_id, timestampSeconds, body, [target.secret]),
      },
      body,
      redirect: 'manual',
      signal: ending.signal,
    });
    const answer = (await response.text()).replaceAll(/\s+/g, ' ').trim().slice(0, ANSWER_LENGTH);
    const durationMs = Math.round(performance.now() - begunMs);
    if (response.ok) return { kind: 'accepted', httpStatus: response.status, durationMs };
    if (downStatuses.has(response.status)) return { kind: 'down', reason: `HTTP ${response.status}` };
    return { kind: 'refused', httpStatus: response.status, durationMs, answer };
  } catch (error) {
    if (isTooLate) return { kind: 'down', reason: `no answer within ${TIMEOUT_MS / 1000} s` };
    return { kind: 'down', reason: describe(error) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

/** Describes why `fetch` failed. Its error only says "fetch failed"; the reason is in the error's cause. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
