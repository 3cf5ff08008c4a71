import type { LoggedEvent, LogPosition } from '../../src/ports/logged-event.ts';

/** The events by ID. The event log and the delivery queue share them. */
export type InMemoryEvents = Map<string, LoggedEvent>;

export function isPending({ delivery }: LoggedEvent): boolean {
  return delivery.state === 'pending';
}

export function byPosition(left: LogPosition, right: LogPosition): number {
  const apartMs = left.loggedAt.getTime() - right.loggedAt.getTime();
  if (apartMs !== 0) return apartMs;
  return left.eventId < right.eventId ? -1 : Number(left.eventId > right.eventId);
}
