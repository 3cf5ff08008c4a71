import { webhookWaitSeconds } from './webhook-ladder.ts';

/** The parts of a delivery attempt's result that determine what the gateway does next with the webhook. */
export type DeliveryReply =
  | { readonly kind: 'answered'; readonly httpStatus: number; readonly retryAfterSeconds: number | null }
  /** The receiver did not answer, or the webhook could not be sent. */
  | { readonly kind: 'not_answered' }
  /** The webhook was not sent, because the receiver answered 410 earlier and its endpoint is disabled. */
  | { readonly kind: 'switched_off' };

export type DeliveryVerdict =
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'try_again'; readonly waitSeconds: number }
  | { readonly kind: 'given_up' }
  /** The delivery is given up, and the merchant's endpoint is to be disabled. */
  | { readonly kind: 'gone' };

/** The HTTP status by which a receiver says that it wants no further webhooks. */
const GONE = 410;

/**
 * Decides what the gateway does after an attempt to deliver an event. Any 2xx status acknowledges the event, and 410 ends its
 * delivery. After every other result, the gateway tries again, until the retry schedule ends. It waits at least as long as the
 * receiver asks.
 *
 * @param failuresBefore the number of attempts that failed before this one
 *
 * @param chance a random number from 0 to 1
 */
export function judgeDelivery(reply: DeliveryReply, failuresBefore: number, chance: number): DeliveryVerdict {
  switch (reply.kind) {
    case 'switched_off':
      return { kind: 'given_up' };
    case 'not_answered':
      return nextOnLadder(failuresBefore + 1, null, chance);
    case 'answered':
      if (reply.httpStatus >= 200 && reply.httpStatus < 300) return { kind: 'acknowledged' };
      if (reply.httpStatus === GONE) return { kind: 'gone' };
      return nextOnLadder(failuresBefore + 1, reply.retryAfterSeconds, chance);
  }
}

function nextOnLadder(failures: number, retryAfterSeconds: number | null, chance: number): DeliveryVerdict {
  const waitSeconds = webhookWaitSeconds(failures, retryAfterSeconds, chance);
  return waitSeconds === null ? { kind: 'given_up' } : { kind: 'try_again', waitSeconds };
}
