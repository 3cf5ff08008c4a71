import type { GatewayInstance } from '../instance/gateway-instance.ts';

/** One HTTP call to a gateway, as its caller saw it. */
export interface RecordedCall {
  readonly instance: GatewayInstance;
  readonly incarnation: number;
  readonly method: string;
  readonly path: string;
  readonly startedAtMs: number;
  readonly tookMs: number;
  readonly outcome:
    | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
    | { readonly kind: 'broken'; readonly reason: string };
}

/** How long callers wait for an answer. A call that takes longer counts as unanswered. */
export const CALL_TIMEOUT_MS = 40_000;

/** Makes calls to gateways, and records how each of them ended. */
export class CallRecorder {
  readonly calls: RecordedCall[] = [];

  fetchFrom(instance: GatewayInstance): typeof fetch {
    return async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const { incarnation } = instance;
      const startedAtMs = Date.now();
      const note = (outcome: RecordedCall['outcome']) => {
        this.calls.push({
          instance,
          incarnation,
          method: init?.method ?? 'GET',
          path: url.pathname,
          startedAtMs,
          tookMs: Date.now() - startedAtMs,
          outcome,
        });
      };
      try {
        const response = await fetch(url, {
          ...init,
          signal: init?.signal ?? AbortSignal.timeout(CALL_TIMEOUT_MS),
        });
        // A call counts as answered once the last byte of the answer has arrived.
        const body = await response.arrayBuffer();
        note({
          kind: 'answered',
          status: response.status,
          retryAfter: response.headers.get('retry-after'),
        });
        return new Response(body, { status: response.status, headers: response.headers });
      } catch (error) {
        note({ kind: 'broken', reason: describe(error) });
        throw error;
      }
    };
  }

  /** The calls that started at the given time or later. */
  since(startedAtMs: number): readonly RecordedCall[] {
    return this.calls.filter((call) => call.startedAtMs >= startedAtMs);
  }
}

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? `${cause.message} (${String(cause.code)})` : cause.message;
}
