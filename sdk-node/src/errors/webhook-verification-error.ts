import { KassaError } from './kassa-error.ts';

/** Why a webhook was not accepted. */
export type WebhookRefusal =
  | 'missing_header'
  | 'malformed_header'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'no_matching_signature'
  | 'body_not_raw'
  | 'not_json'
  | 'not_an_event';

const whatToDo: Readonly<Record<WebhookRefusal, string>> = {
  missing_header: 'Pass the headers of the request on unchanged.',
  malformed_header: 'Pass the headers of the request on unchanged.',
  timestamp_too_old:
    'Check the clock of this machine. If the clock is right, this is an old message that was sent again.',
  timestamp_too_new: 'Check the clock of this machine.',
  no_matching_signature:
    'Check that the secret belongs to this webhook address, and that the body is byte for byte as received, not JSON that was parsed and serialised again.',
  body_not_raw: 'Pass the raw body: a string, Buffer or Uint8Array, read before any JSON middleware.',
  not_json: 'The sender is genuine, but this is not a Kassa event. Report it to the operator.',
  not_an_event: 'The sender is genuine, but this is not a Kassa event. Report it to the operator.',
};

/**
 * The webhook cannot be trusted. Answer it with 400 and do nothing else. If the gateway did send it, the gateway tries again
 * later.
 */
export class WebhookVerificationError extends KassaError {
  override name = 'WebhookVerificationError';
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, detail: string, advice: string = whatToDo[reason]) {
    super({ code: 'WEBHOOK_REFUSED', detail, retryable: false, whatToDo: advice });
    this.reason = reason;
  }
}
