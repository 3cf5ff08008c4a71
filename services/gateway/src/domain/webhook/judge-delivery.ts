import { webhookWaitSeconds } from './webhook-ladder.ts';

/** What became of a try to deliver an event, as far as it decides what comes next. */
export type DeliveryReply =
  | { readonly kind: 'answered'; readonly httpStatus: number; readonly retryAfterSeconds: number | null }
  /** No answer came, or nothing could be sent. */
  | { readonly kind: 'not_answered' }
  /** Nothing was sent, because the receiver has said before that it is there no more. */
  | { readonly kind: 'switched_off' };

export type DeliveryVerdict =
  | { readonly kind: 'acknowledged' }
  | { readonly kind: 'try_again'; readonly waitSeconds: number }
  | { readonly kind: 'given_up' }
  /** Given up, and the endpoint is to be switched off. */
  | { readonly kind: 'gone' };

/** The answer by which a receiver says that it is there no more (decisions, section 9). */
const GONE = 410;

/**
 * Judges a try (decisions, section 9): any 2xx acknowledges, 410 ends it, everything else is tried again,
 * not before the receiver asks for it, until the ladder has ended.
 *
 * @param failuresBefore tries that failed before this one
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
