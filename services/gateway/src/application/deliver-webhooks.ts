import { signWebhook, webhookHeaders } from '@kassa/contracts';
import type { Merchant } from '../domain/merchant.ts';
import { addSeconds } from '../domain/schedule.ts';
import { FAILURES_BEFORE_PASSED_BY, webhookWaitSeconds } from '../domain/webhook-ladder.ts';
import type { Alerts } from '../ports/alerts.ts';
import { type Clock, type Moment, momentOf } from '../ports/clock.ts';
import type { DeliveryOutcome, EventDelivery, EventLog, NewEvent } from '../ports/event-log.ts';
import type { MerchantRepository } from '../ports/merchant-repository.ts';
import type { Randomness } from '../ports/randomness.ts';
import type { WebhookAnswer, WebhookSender } from '../ports/webhook-sender.ts';
import type { BackgroundWork } from './background-work.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { LatestDelivered } from './latest-delivered.ts';

/** Longer than a try can take, so that a living process always notes its try before another takes over. */
const LEASE_SECONDS = 25;
/** A try is started only under a lease that still lasts so long: its time-out and some more. */
const LONGEST_TRY_SECONDS = 18;
/** While another instance has the event before in hand, those behind it are looked at this often. */
const IN_HAND_LOOK_SECONDS = 1;
/** An order whose delivery fails for reasons of our own is looked at this often. */
const BROKEN_LOOK_SECONDS = 30;
/** One merchant's slow receiver holds at most this many connections; the others are not slowed. */
const MAX_TRIES_AT_ONCE_PER_MERCHANT = 16;

interface Dependencies {
  events: EventLog;
  merchants: MerchantRepository;
  sender: WebhookSender;
  background: BackgroundWork;
  alerts: Alerts;
  clock: Clock;
  randomness: Randomness;
}

/**
 * Delivers an order's events in order of their sequence: one waits for the one before until that is
 * acknowledged or has failed three times (decisions, section 9).
 */
export class DeliverWebhooks {
  readonly #deps: Dependencies;
  readonly #limits = new ConcurrencyLimit(MAX_TRIES_AT_ONCE_PER_MERCHANT);
  /** Orders being delivered in this process; calls for one order never overlap here. */
  readonly #lanes = new Map<string, Lane>();
  readonly #delivered = new LatestDelivered();
  #isStopping = false;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** From now on no try begins; those that run end within their time-out. What waits is left to others. */
  stop(): void {
    this.#isStopping = true;
  }

  /** How an event is appended that is due at once and that its appender is going to send. */
  firstLease(): { readonly nextTryAt: Date; readonly leasedUntil: Date } {
    return { nextTryAt: this.#deps.clock.now(), leasedUntil: this.#leaseUntil() };
  }

  #leaseUntil(): Date {
    return addSeconds(this.#deps.clock.realNow(), LEASE_SECONDS);
  }

  /**
   * Delivers what is due of an order, without keeping the caller.
   *
   * @param taken an event that the caller appended under a lease, so that only this process may try it
   */
  deliverSoon(orderId: string, taken?: NewEvent): void {
    this.#deps.background.start('deliver-webhooks', () => this.deliver(orderId, taken));
  }

  async deliver(orderId: string, taken?: NewEvent): Promise<void> {
    const busy = this.#lanes.get(orderId);
    if (busy !== undefined) {
      if (taken === undefined) busy.isLookNeeded = true;
      else busy.taken.push(taken);
      return;
    }
    const lane: Lane = { taken: taken === undefined ? [] : [taken], isLookNeeded: taken === undefined };
    this.#lanes.set(orderId, lane);
    try {
      while (lane.taken.length > 0 || lane.isLookNeeded) {
        const next = lane.taken.shift();
        if (next !== undefined) {
          await this.#tryTaken(next, lane);
        } else {
          lane.isLookNeeded = false;
          if (!this.#isStopping) await this.#deliverPending(orderId);
        }
      }
    } finally {
      this.#lanes.delete(orderId);
    }
  }

  /** Sends a fresh event at once if its turn has come; otherwise it queues up with the pending ones. */
  async #tryTaken(event: NewEvent, lane: Lane): Promise<void> {
    const { merchants, events, clock } = this.#deps;
    const leaseUntil = event.delivery.leasedUntil;
    if (leaseUntil === null) throw new Error(`event ${event.eventId} was not appended under a lease`);
    const isItsTurn = event.sequence === 1 || this.#delivered.isDelivered(event.orderId, event.sequence - 1);
    const merchant = isItsTurn ? await merchants.find(event.merchantId) : undefined;
    const isCrowded = this.#limits.isCrowded(event.merchantId);
    const sent =
      merchant === undefined || isCrowded
        ? undefined
        : await this.#limits.run(event.merchantId, async () => {
            // The lease may have run down while it waited for its turn among the merchant's tries.
            const isStillToSend = !this.#isStopping && isLongEnough(leaseUntil, clock.realNow());
            return isStillToSend ? this.#send(event, merchant) : undefined;
          });
    if (merchant !== undefined && sent !== undefined) {
      await this.#record(event, leaseUntil, merchant, sent);
      return;
    }
    await events.release(event.eventId, leaseUntil);
    // Behind a crowd it is left to the recurring duty, so that a slow receiver fills no memory here.
    lane.isLookNeeded = !isCrowded;
  }

  async #deliverPending(orderId: string): Promise<void> {
    const pending = await this.#deps.events.listPendingOfOrder(orderId);
    try {
      await this.#deliverInOrder(pending);
    } catch (error) {
      // Left due, they would head the list of what is due for ever.
      const at = momentOf(this.#deps.clock);
      const eventIds = pending.map(({ eventId }) => eventId);
      await this.#deps.events.postpone(eventIds, at, addSeconds(at.business, BROKEN_LOOK_SECONDS));
      throw error;
    }
  }

  async #deliverInOrder(pending: readonly NewEvent[]): Promise<void> {
    for (const [index, event] of pending.entries()) {
      const progress = await this.#tryIfDue(event);
      if (this.#isStopping) return;
      if (progress.failures >= FAILURES_BEFORE_PASSED_BY || progress.state !== 'pending') continue;
      // What waits behind it need not be looked at before it is.
      const waiting = pending.slice(index + 1).map(({ eventId }) => eventId);
      if (progress.nextTryAt !== null && waiting.length > 0) {
        const at = momentOf(this.#deps.clock);
        // A try that is in hand may end any moment.
        const until = isInHand(progress, at)
          ? addSeconds(at.business, IN_HAND_LOOK_SECONDS)
          : progress.nextTryAt;
        await this.#deps.events.postpone(waiting, at, until);
      }
      return;
    }
  }

  async #tryIfDue(event: NewEvent): Promise<DeliveryProgress> {
    const { merchants, events, clock } = this.#deps;
    const isDue = event.delivery.nextTryAt !== null && event.delivery.nextTryAt <= clock.now();
    if (isInHand(event.delivery, momentOf(clock))) return event.delivery;
    const merchant = isDue ? await merchants.find(event.merchantId) : undefined;
    if (isDue && merchant === undefined) {
      throw new Error(`event ${event.eventId} is for merchant ${event.merchantId}, who is not there`);
    }
    if (merchant === undefined || this.#limits.isCrowded(event.merchantId)) return event.delivery;
    return this.#limits.run(event.merchantId, async () => {
      if (this.#isStopping) return event.delivery;
      const leaseUntil = this.#leaseUntil();
      const isTaken = await events.take(event.eventId, momentOf(clock), leaseUntil);
      // Another instance has it in hand.
      if (!isTaken) return { ...event.delivery, leasedUntil: leaseUntil };
      const outcome = await this.#record(event, leaseUntil, merchant, await this.#send(event, merchant));
      return { ...outcome, leasedUntil: null };
    });
  }

  async #send(event: NewEvent, merchant: Merchant): Promise<SentTry> {
    const { clock, sender } = this.#deps;
    const startedAt = momentOf(clock);
    const answer: WebhookAnswer = merchant.webhook.isSwitchedOff
      ? { kind: 'not_answered', error: 'the endpoint answered 410 before and is switched off' }
      : await sender.send(signedMessage(event, merchant, startedAt.real));
    const durationMs = clock.realNow().getTime() - startedAt.real.getTime();
    return { answer, startedAt: startedAt.business, durationMs };
  }

  async #record(
    event: NewEvent,
    leaseUntil: Date,
    merchant: Merchant,
    sent: SentTry,
  ): Promise<DeliveryOutcome> {
    const { events } = this.#deps;
    const { answer, startedAt, durationMs } = sent;
    const outcome = this.#outcomeOf(event, merchant, answer);
    if (outcome.state === 'delivered') this.#delivered.note(event.orderId, event.sequence);
    await this.#announce(event, merchant, answer, outcome);
    await events.recordTry(event.eventId, leaseUntil, outcome, {
      at: startedAt,
      durationMs,
      httpStatus: answer.kind === 'answered' ? answer.httpStatus : null,
      error: answer.kind === 'not_answered' ? answer.error : null,
      answer: answer.kind === 'answered' ? answer.answer : '',
    });
    return outcome;
  }

  #outcomeOf(event: NewEvent, merchant: Merchant, answer: WebhookAnswer): DeliveryOutcome {
    const { clock, randomness } = this.#deps;
    const isAcknowledged = answer.kind === 'answered' && answer.httpStatus >= 200 && answer.httpStatus < 300;
    if (isAcknowledged) return { state: 'delivered', failures: event.delivery.failures, nextTryAt: null };

    const failures = event.delivery.failures + 1;
    const isGone = answer.kind === 'answered' && answer.httpStatus === GONE;
    const retryAfter = answer.kind === 'answered' ? answer.retryAfterSeconds : null;
    const wait =
      isGone || merchant.webhook.isSwitchedOff
        ? null
        : webhookWaitSeconds(failures, retryAfter, randomness.chance());
    return wait === null
      ? { state: 'failed', failures, nextTryAt: null }
      : { state: 'pending', failures, nextTryAt: addSeconds(clock.now(), wait) };
  }

  async #announce(
    event: NewEvent,
    merchant: Merchant,
    answer: WebhookAnswer,
    outcome: DeliveryOutcome,
  ): Promise<void> {
    const { alerts, merchants } = this.#deps;
    if (answer.kind === 'answered' && answer.httpStatus === GONE) {
      await merchants.switchWebhookOff(merchant.merchantId);
      alerts.raise({ kind: 'webhook_switched_off', merchantId: merchant.merchantId });
    }
    if (outcome.state === 'delivered') return;
    alerts.raise({
      kind: 'webhook_failed',
      eventId: event.eventId,
      merchantId: event.merchantId,
      reason: answer.kind === 'answered' ? `status ${answer.httpStatus}` : answer.error,
      nextTryAt: outcome.nextTryAt,
    });
    if (outcome.state === 'failed') {
      alerts.raise({ kind: 'event_given_up', eventId: event.eventId, merchantId: event.merchantId });
    }
  }

  /** Merchants that have as many tries running as they may; their due events wait for these to end. */
  get saturatedMerchants(): readonly string[] {
    return this.#limits.saturatedKeys;
  }
}

function isInHand({ leasedUntil }: DeliveryProgress, at: Moment): boolean {
  return leasedUntil !== null && leasedUntil > at.real;
}

/** An event can wait behind a slow try of the one before until too little of its lease is left. */
function isLongEnough(leaseUntil: Date, realNow: Date): boolean {
  return addSeconds(realNow, LONGEST_TRY_SECONDS) <= leaseUntil;
}

interface Lane {
  /** Events appended by this process under its lease, in order of sequence. */
  readonly taken: NewEvent[];
  /** Whether the log has to be looked at for more. */
  isLookNeeded: boolean;
}

/** A try that was made and has still to be noted. */
interface SentTry {
  readonly answer: WebhookAnswer;
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** How far an event's delivery has come. */
type DeliveryProgress = Omit<EventDelivery, 'tries' | 'isResent'>;

/** The answer by which a receiver says that it is there no more (decisions, section 9). */
const GONE = 410;

function signedMessage(event: NewEvent, merchant: Merchant, at: Date) {
  const timestampSeconds = Math.floor(at.getTime() / 1000);
  return {
    url: merchant.webhook.url,
    body: event.body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Kassa-Webhooks/1.0',
      [webhookHeaders.id]: event.eventId,
      [webhookHeaders.timestamp]: String(timestampSeconds),
      [webhookHeaders.signature]: signWebhook(
        event.eventId,
        timestampSeconds,
        event.body,
        merchant.webhook.secrets,
      ),
    },
  };
}
