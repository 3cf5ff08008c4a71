import { webhookHeaders } from '@kassa/contracts';
import type { LoggedEvent } from '../../src/ports/logged-event.ts';
import type { WebhookAnswer, WebhookMessage } from '../../src/ports/webhook-sender.ts';
import { acknowledged, answered } from '../in-memory/scripted-webhook-sender.ts';
import type { ReceiverMood } from './happenings.ts';

interface Received {
  readonly body: string;
  times: number;
  isAcknowledged: boolean;
  /**
   * What has arrived since the event was resent by hand; null if it was not resent. A resent event has a retry schedule of its
   * own.
   */
  again: { times: number; isAcknowledged: boolean } | null;
}

const answers: Readonly<Record<ReceiverMood, WebhookAnswer>> = {
  acknowledges: acknowledged,
  fails: answered(500),
  is_silent: { kind: 'not_answered', error: 'timed out' },
  is_busy: answered(429, 60),
  is_gone: answered(410),
};

/** The number of attempts after which an event is given up. */
const TRIES = 13;

/** A merchant who records the webhooks that arrived, in their sequence. */
export class Receiver {
  mood: ReceiverMood = 'acknowledges';
  readonly #received = new Map<string, Received>();
  #saidGone = false;

  get hasSaidGone(): boolean {
    return this.#saidGone;
  }

  receive(message: WebhookMessage): { readonly answer: WebhookAnswer; readonly faults: readonly string[] } {
    const eventId = message.headers[webhookHeaders.id] ?? '';
    const answer = answers[this.mood];
    const faults: string[] = [];
    const known = this.#received.get(eventId);
    if (known === undefined) faults.push(...this.#faultsOfTurn(eventId));
    else if (known.body !== message.body) faults.push(`event ${eventId} was sent with two bodies`);
    const entry = known ?? { body: message.body, times: 0, isAcknowledged: false, again: null };
    for (const book of [entry, ...(entry.again === null ? [] : [entry.again])]) {
      book.times += 1;
      book.isAcknowledged ||= this.mood === 'acknowledges';
    }
    this.#received.set(eventId, entry);
    this.#saidGone ||= this.mood === 'is_gone';
    return { answer, faults };
  }

  /** Counts the attempts of an event from zero again, because it is resent by hand. */
  expectAgain(eventId: string): void {
    const entry = this.#received.get(eventId);
    if (entry !== undefined) entry.again = { times: 0, isAcknowledged: false };
  }

  /** Checks that an event counts as delivered only after the merchant has acknowledged it. */
  faultsOf({ eventId, delivery, body }: LoggedEvent): readonly string[] {
    const received = this.#received.get(eventId);
    if (received !== undefined && received.body !== body)
      return [`event ${eventId} was sent with another body`];
    return delivery.state === 'delivered' && !isAcknowledged(received)
      ? [`event ${eventId} counts as delivered and was not acknowledged`]
      : [];
  }

  /** Checks that a removed event was acknowledged or given up, also after it was resent. */
  faultsOfEnd(eventId: string): readonly string[] {
    return isAcknowledged(this.#received.get(eventId)) || this.#mayBeGivenUp(eventId)
      ? []
      : [`event ${eventId} is gone, and was neither acknowledged nor given up`];
  }

  /** @param logged the events now in the log */
  faultsAtRest(logged: readonly LoggedEvent[], everLogged: readonly string[]): readonly string[] {
    const ids = new Set(everLogged);
    return [
      ...[...this.#received.keys()]
        .filter((id) => !ids.has(id))
        .map((id) => `event ${id} was sent and never logged`),
      ...logged
        .filter(({ delivery, eventId }) => delivery.state === 'failed' && !this.#mayBeGivenUp(eventId))
        .map(({ eventId }) => `event ${eventId} was given up too early`),
      ...[...this.#received]
        .filter(([, { again }]) => again?.times === 0 && !this.#saidGone)
        .map(([id]) => `event ${id} was to be sent again and was not`),
    ];
  }

  #mayBeGivenUp(eventId: string): boolean {
    return this.#saidGone || triesOf(this.#received.get(eventId)) >= TRIES;
  }

  /** Checks that an event is sent only after the previous one was acknowledged or has failed three times. */
  #faultsOfTurn(eventId: string): readonly string[] {
    const [, order, sequence] = /^(evt_[0-9a-f]+)_(\d+)$/.exec(eventId) ?? [];
    if (sequence === '1' || this.#saidGone) return [];
    const before = this.#received.get(`${order}_${Number(sequence) - 1}`);
    const isItsTurn = before !== undefined && (before.isAcknowledged || before.times >= 3);
    return isItsTurn ? [] : [`event ${eventId} came before its turn`];
  }
}

/** Whether the merchant has acknowledged an event. If it was resent by hand, only the time since then counts. */
function isAcknowledged(received: Received | undefined): boolean {
  return (received?.again ?? received)?.isAcknowledged ?? false;
}

function triesOf(received: Received | undefined): number {
  return (received?.again ?? received)?.times ?? 0;
}
