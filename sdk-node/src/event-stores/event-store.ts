/** The result of an attempt to claim an event. Only the holder of the claim may handle the event. */
export type Claim =
  /**
   * The caller has claimed the event and may handle it. The token identifies this claim, because the event can be claimed again
   * after the claim has expired.
   */
  | { readonly kind: 'claimed'; readonly token: string }
  /** Another caller is handling the event. */
  | { readonly kind: 'in_progress' }
  /** The event was already handled. */
  | { readonly kind: 'done' };

/**
 * Remembers which events were handled, so that each event is handled once. A receiver claims an event, handles it, and then
 * marks it as handled. A claim is valid for a limited time. If the process dies during this time, another one can claim the
 * event afterwards.
 *
 * Events are identified by their `event_id`, which is also the `webhook-id` header.
 */
export interface EventStore {
  /** Claims an event for the given number of seconds. If several callers try at once, only one of them gets the claim. */
  claim(eventId: string, forSeconds: number): Promise<Claim>;
  /**
   * Marks the event as handled, so that nobody can claim it again. This works even if the caller's claim has expired and
   * another caller has claimed the event since.
   */
  complete(eventId: string): Promise<void>;
  /**
   * Ends a claim after a failure, so that the event can be claimed again. Only the claim with this token ends, and not a newer
   * claim of another caller.
   */
  release(eventId: string, token: string): Promise<void>;
}

/** How long handled events are remembered. The gateway keeps events for 30 days and can resend them during that time. */
export const REMEMBERED_SECONDS = 31 * 24 * 60 * 60;
