import type { WebhookEvent } from '../../index.ts';
import type { ListenerState } from './listener-state.ts';
import type { LogReading } from './read-log.ts';

/**
 * Returns the listener's state after a poll of the event log. New events wait to be forwarded, and events that the user does
 * not want are skipped.
 *
 * Several polls can return the same event. So the state remembers the ID of each handled event, until a poll that reads the log
 * to its end no longer returns the event.
 */
export function takeIn(
  state: ListenerState,
  reading: LogReading,
  isWanted: (event: WebhookEvent) => boolean,
): ListenerState {
  const fresh = reading.events.filter(newTo(state));
  const listed = new Set(reading.events.map(({ event_id }) => event_id));
  const stillListed = reading.isWhole ? state.passed.filter((id) => listed.has(id)) : state.passed;
  return {
    since: state.since,
    resumeAfter: reading.resumeAfter,
    passed: [...stillListed, ...fresh.filter((event) => !isWanted(event)).map(({ event_id }) => event_id)],
    waiting: [...state.waiting, ...fresh.filter(isWanted)],
  };
}

/** The state after an event was forwarded. */
export function notePassed(state: ListenerState, eventId: string): ListenerState {
  return {
    ...state,
    passed: [...state.passed, eventId],
    waiting: state.waiting.filter(({ event_id }) => event_id !== eventId),
  };
}

/** Returns a function that says whether an event is new: neither handled before nor waiting to be forwarded. */
export function newTo({ passed, waiting }: ListenerState): (event: WebhookEvent) => boolean {
  const known = new Set([...passed, ...waiting.map(({ event_id }) => event_id)]);
  return ({ event_id }) => !known.has(event_id);
}
