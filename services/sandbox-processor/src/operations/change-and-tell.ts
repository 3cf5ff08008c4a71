import type { Reporting } from '../domain/deliver.ts';
import { later } from '../domain/timing.ts';
import type { ChangeResult, Decision } from '../store/versioned-store.ts';
import { newEventId } from './identifiers.ts';
import type { ProcessorContext } from './processor-context.ts';

/** @typeParam Change a change of a payment or of a voucher, with the events to report */
export interface Decided<Change, Outcome> {
  readonly outcome: Outcome;
  /** Null: nothing changes. */
  readonly change: Change | null;
}

interface TellableChange {
  readonly events: readonly unknown[];
}

/**
 * What `changeAndTell` needs to change payments, or to change vouchers: the store, and how to write the callbacks that report a
 * change.
 */
export interface Subjects<Subject extends Reporting, Change extends TellableChange> {
  readonly store: {
    change<Outcome>(
      id: string,
      decide: (subject: Subject) => Decision<Subject, Outcome>,
    ): Promise<ChangeResult<Subject, Outcome>>;
  };
  changed(change: Change): Subject;
  /** The body of a callback. */
  bodyOf(
    eventId: string,
    event: Change['events'][number],
    subject: Subject,
    at: Date,
    publicBaseUrl: string,
  ): string;
  wake(subject: Subject): void;
}

/**
 * Changes a payment or a voucher as the function `decide` says, and wakes the worker that sends callbacks. The new state and
 * the callbacks that report it are stored in one write, so neither can exist without the other.
 */
export async function changeAndTell<Subject extends Reporting, Change extends TellableChange, Outcome>(
  { now, publicBaseUrl }: ProcessorContext,
  { store, changed, bodyOf, wake }: Subjects<Subject, Change>,
  id: string,
  callbackDelayMs: number,
  decide: (subject: Subject) => Decided<Change, Outcome>,
): Promise<ChangeResult<Subject, Outcome>> {
  const withCallbacks = (change: Change): Subject => {
    const [subject, at] = [changed(change), now()];
    const added = change.events.map((event) => {
      const eventId = newEventId();
      const body = bodyOf(eventId, event, subject, at, publicBaseUrl);
      return { id: eventId, body, tries: 0, nextTryAt: later(at, callbackDelayMs) };
    });
    return { ...subject, callbacks: [...subject.callbacks, ...added] };
  };
  const result = await store.change(id, (subject) => {
    const { outcome, change } = decide(subject);
    return { outcome, next: change === null ? null : withCallbacks(change) };
  });
  if (result.kind === 'decided' && result.changed !== null) wake(result.changed);
  return result;
}
