import type { WebhookEvent } from '../../index.ts';

/** An event that waits to be forwarded. */
export interface WaitingEvent {
  readonly event: WebhookEvent;
  /** How many times the handler answered without accepting the event. */
  failures: number;
  /** When the event may be forwarded next, in Unix milliseconds. */
  dueAtMs: number;
  /** Whether an attempt is in progress. */
  isInHand: boolean;
}

/**
 * After this many failed attempts to forward an event, later events of the same order no longer wait for it. The gateway uses
 * the same number for webhooks.
 */
const FAILURES_THAT_HOLD_UP = 3;

/**
 * Chooses the events to forward now, at most `count`. Events of one order are forwarded one after another, by their sequence
 * number. Events of different orders do not wait for each other.
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

/**
 * How long to wait before forwarding an event again: 1 s after the first failure in a row, then 2 s, 4 s, and so on up to a
 * minute.
 */
export function retryDelayMs(failures: number): number {
  return Math.min(60_000, 1000 * 2 ** Math.min(failures - 1, 6));
}

/**
 * How long to wait before trying again if the target did not answer. It is shorter than the wait after a refusal, because the
 * target is probably just starting.
 */
export function downDelayMs(tries: number): number {
  return Math.min(5_000, 250 * 2 ** Math.min(tries - 1, 5));
}
