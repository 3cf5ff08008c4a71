/**
 * The time within which every attempt to deliver a webhook ends, from name resolution to the answer. A process leases an event
 * for longer than this, so the lease cannot end during the attempt.
 */
export const WEBHOOK_TIMEOUT_MS = 15_000;

export interface WebhookSender {
  /** Sends one HTTP POST. Never throws and never follows a redirect. */
  send(message: WebhookMessage): Promise<WebhookAnswer>;
}

export interface WebhookMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type WebhookAnswer =
  | {
      readonly kind: 'answered';
      readonly httpStatus: number;
      readonly retryAfterSeconds: number | null;
      /** At most the first KiB. */
      readonly answer: string;
    }
  | { readonly kind: 'not_answered'; readonly error: string };
