import type { WebhookEvent } from '../../index.ts';

/** An event that waits to be forwarded. */
export interface WaitingEvent {
  readonly event: WebhookEvent;
  /** How often the handler has answered and not taken it. */
  failures: number;
  /** When it is tried next, Unix milliseconds. */
  dueAtMs: number;
  /** Whether a try is under way. */
  isInHand: boolean;
}

/** After so many failures an event no longer holds up those of its order behind it, as with the gateway. */
const FAILURES_THAT_HOLD_UP = 3;

/**
 * The events that are to be forwarded now, at most `count`. Those of one order go one after the other, by
 * their sequence; orders do not wait for each other.
 */
export function chooseDue(waiting: readonly WaitingEvent[], nowMs: number, count: number): WaitingEvent[] {
  const due: WaitingEvent[] = [];
  for (const events of byOrder(waiting).values()) {
    if (events.some(({ isInHand }) => isInHand)) continue;
    const holding = events.findIndex(({ failures }) => failures < FAILURES_THAT_HOLD_UP);
    const allowed = holding === -1 ? events : events.slice(0, holding + 1);
    const next = allowed.find(({ dueAtMs }) => dueAtMs <= nowMs);
    if (next !== undefined) due.push(next);
  }
  return due.slice(0, count);
}

function byOrder(waiting: readonly WaitingEvent[]): Map<string, WaitingEvent[]> {
  const orders = new Map<string, WaitingEvent[]>();
  for (const item of waiting) {
    const { order_id } = item.event.data;
    orders.set(order_id, [...(orders.get(order_id) ?? []), item]);
  }
  for (const events of orders.values()) {
    events.sort((left, right) => left.event.data.sequence - right.event.data.sequence);
  }
  return orders;
}

/** How long after so many failures in a row it is tried again: 1 s, 2 s, 4 s, … a minute. */
export function retryDelayMs(failures: number): number {
  return Math.min(60_000, 1000 * 2 ** Math.min(failures - 1, 6));
}

/** The same for a target that is not there: sooner, because it is most likely being started. */
export function downDelayMs(tries: number): number {
  return Math.min(5_000, 250 * 2 ** Math.min(tries - 1, 5));
}
