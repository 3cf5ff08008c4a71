import { signWebhook, webhookHeaders } from '@kassa/contracts';
import type { Merchant } from '../domain/merchant.ts';
import { addSeconds } from '../domain/schedule.ts';
import { FAILURES_BEFORE_PASSED_BY, webhookWaitSeconds } from '../domain/webhook-ladder.ts';
import type { Alerts } from '../ports/alerts.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventDelivery, EventLog, LoggedEvent } from '../ports/event-log.ts';
import type { MerchantRepository } from '../ports/merchant-repository.ts';
import type { Randomness } from '../ports/randomness.ts';
import type { WebhookAnswer, WebhookSender } from '../ports/webhook-sender.ts';
import type { BackgroundWork } from './background-work.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';

/** Longer than a try can take, so that a living process always notes its try before another takes over. */
const LEASE_SECONDS = 25;
/** One merchant's slow receiver holds at most this many connections; the others are not slowed. */
const MAX_TRIES_AT_ONCE_PER_MERCHANT = 8;

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
  /** Orders being delivered in this process; true when something new came for them meanwhile. */
  readonly #busy = new Map<string, boolean>();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  deliverSoon(orderId: string): void {
    this.#deps.background.start('deliver-webhooks', () => this.deliver(orderId));
  }

  /** Tries what is due of an order; calls for one order never overlap in this process. */
  async deliver(orderId: string): Promise<void> {
    if (this.#busy.has(orderId)) {
      this.#busy.set(orderId, true);
      return;
    }
    this.#busy.set(orderId, false);
    try {
      do {
        this.#busy.set(orderId, false);
        await this.#deliverPending(orderId);
      } while (this.#busy.get(orderId) === true);
    } finally {
      this.#busy.delete(orderId);
    }
  }

  async #deliverPending(orderId: string): Promise<void> {
    for (const event of await this.#deps.events.listPendingOfOrder(orderId)) {
      const isDelivered = await this.#tryOnce(event);
      // A later event passes one that keeps failing, but not one that has still to be tried.
      if (!isDelivered && event.delivery.failures + 1 < FAILURES_BEFORE_PASSED_BY) return;
    }
  }

  /** Whether the event no longer holds up the next one: it was delivered, now or before. */
  async #tryOnce(event: LoggedEvent): Promise<boolean> {
    const { merchants, events, clock } = this.#deps;
    const now = clock.now();
    if (event.delivery.nextTryAt === null || event.delivery.nextTryAt > now) return false;
    const merchant = await merchants.find(event.merchantId);
    if (merchant === undefined) return false;
    return this.#limits.run(event.merchantId, async () => {
      const isTaken = await events.take(event.eventId, clock.now(), addSeconds(clock.now(), LEASE_SECONDS));
      if (!isTaken) return false;
      return this.#send(event, merchant);
    });
  }

  async #send(event: LoggedEvent, merchant: Merchant): Promise<boolean> {
    const { clock, sender, events, alerts } = this.#deps;
    const startedAt = clock.realNow();
    const answer: WebhookAnswer = merchant.webhook.isSwitchedOff
      ? { kind: 'not_answered', error: 'the endpoint answered 410 before and is switched off' }
      : await sender.send(signedMessage(event, merchant, startedAt));
    const isAcknowledged = answer.kind === 'answered' && answer.httpStatus >= 200 && answer.httpStatus < 300;
    if (answer.kind === 'answered' && answer.httpStatus === 410) {
      await this.#deps.merchants.switchWebhookOff(merchant.merchantId);
      alerts.raise({ kind: 'webhook_switched_off', merchantId: merchant.merchantId });
    }
    const next = isAcknowledged ? acknowledged(event) : this.#failed(event, answer);
    if (next.state === 'failed') {
      alerts.raise({ kind: 'event_given_up', eventId: event.eventId, merchantId: event.merchantId });
    }
    await events.recordTry(event.eventId, next, {
      at: startedAt,
      durationMs: clock.realNow().getTime() - startedAt.getTime(),
      httpStatus: answer.kind === 'answered' ? answer.httpStatus : null,
      error: answer.kind === 'not_answered' ? answer.error : null,
      answer: answer.kind === 'answered' ? answer.answer : '',
    });
    return isAcknowledged;
  }

  #failed(event: LoggedEvent, answer: WebhookAnswer): Omit<EventDelivery, 'tries'> {
    const { clock, randomness } = this.#deps;
    const failures = event.delivery.failures + 1;
    const retryAfter = answer.kind === 'answered' ? answer.retryAfterSeconds : null;
    const wait = webhookWaitSeconds(failures, retryAfter, randomness.chance());
    return wait === null
      ? { state: 'failed', failures, nextTryAt: null }
      : { state: 'pending', failures, nextTryAt: addSeconds(clock.now(), wait) };
  }
}

function acknowledged(event: LoggedEvent): Omit<EventDelivery, 'tries'> {
  return { state: 'delivered', failures: event.delivery.failures, nextTryAt: null };
}

function signedMessage(event: LoggedEvent, merchant: Merchant, at: Date) {
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
