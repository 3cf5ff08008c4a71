import { signWebhook, webhookHeaders } from '@kassa/contracts';
import { addSeconds } from '../../domain/add-seconds.ts';
import { signingSecrets, type WebhookEndpoint } from '../../domain/merchant/webhook-endpoint.ts';
import {
  type DeliveryReply,
  type DeliveryVerdict,
  judgeDelivery,
} from '../../domain/webhook/judge-delivery.ts';
import type { Alerts } from '../../ports/alerts.ts';
import { type Clock, momentOf } from '../../ports/clock.ts';
import type { DeliveryAttempts, DeliveryOutcome } from '../../ports/delivery-queue.ts';
import type { NewEvent } from '../../ports/logged-event.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { StorageRefused } from '../../ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import type { StepFacts, Tracing } from '../../ports/tracing.ts';
import type { WebhookMessage, WebhookSender } from '../../ports/webhook-sender.ts';

interface Dependencies {
  deliveries: DeliveryAttempts;
  merchants: MerchantRepository;
  sender: WebhookSender;
  alerts: Alerts;
  clock: Clock;
  randomness: Randomness;
  tracing: Tracing;
}

/** Makes one attempt to deliver an event to its merchant, records it, and raises the alerts that follow. */
export class TryWebhook {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * @param leaseUntil the end of this process's lease of the event
   * @throws {TemporarilyUnavailable} if the database does not answer: either no attempt was made, or it could not be recorded
   * and is repeated when the lease ends
   */
  execute(event: NewEvent, leaseUntil: Date): Promise<DeliveryOutcome> {
    const { eventId, type, orderId, merchantId, delivery, trace } = event;
    const deliveryAttempt = delivery.failures + 1;
    const facts = { eventId, eventType: type, orderId, merchantId, deliveryAttempt };
    // The attempt belongs to the trace of the change that caused the event, even hours later and in another process.
    return this.#deps.tracing.step(
      { name: 'deliver webhook', kind: 'calls', facts, belongsTo: { position: trace } },
      () => this.#try(event, leaseUntil),
    );
  }

  async #try(event: NewEvent, leaseUntil: Date): Promise<DeliveryOutcome> {
    const { deliveries, clock, randomness } = this.#deps;
    const startedAt = momentOf(clock);
    const result = await this.#send(event, startedAt.real);
    const durationMs = clock.realNow().getTime() - startedAt.real.getTime();
    const verdict = judgeDelivery(result.reply, event.delivery.failures, randomness.chance());
    const outcome = outcomeOf(verdict, event.delivery.failures, clock.now());
    await this.#switchOffIfGone(event.merchantId, verdict, result.url);
    this.#announce(event, verdict, outcome, result);
    this.#deps.tracing.note(factsOf(verdict, result));
    await deliveries.recordTry(event.eventId, leaseUntil, outcome, {
      at: startedAt.business,
      durationMs,
      httpStatus: result.reply.kind === 'answered' ? result.reply.httpStatus : null,
      error: result.error,
      answer: result.answer,
    });
    return outcome;
  }

  async #send(event: NewEvent, at: Date): Promise<TryResult> {
    const prepared = await this.#prepare(event, at);
    if (prepared.kind === 'fault') return prepared.result;
    const { message } = prepared;
    const answer = await this.#deps.sender.send(message);
    return answer.kind === 'not_answered'
      ? { reply: { kind: 'not_answered' }, error: answer.error, answer: '', url: message.url }
      : { reply: answer, error: null, answer: answer.answer, url: message.url };
  }

  /**
   * Prepares the webhook request. If the gateway itself fails, for example because it cannot decrypt the webhook secrets, this
   * counts as a failed attempt. So the event is given up after its last attempt, like any other event, and does not delay other
   * due events.
   */
  async #prepare(
    event: NewEvent,
    at: Date,
  ): Promise<
    | { readonly kind: 'ready'; readonly message: WebhookMessage }
    | { readonly kind: 'fault'; readonly result: TryResult }
  > {
    try {
      const merchant = await this.#deps.merchants.find(event.merchantId);
      if (merchant === undefined) return fault('not_answered', 'the merchant does not exist');
      if (merchant.webhook.isSwitchedOff) {
        return fault('switched_off', 'the endpoint answered 410 before and is switched off');
      }
      return { kind: 'ready', message: this.#sign(event, merchant.webhook, at) };
    } catch (error) {
      if (error instanceof TemporarilyUnavailable || error instanceof StorageRefused) throw error;
      // Tell only the operator which internal error prevented the gateway from preparing the webhook. The merchant can read the
      // stored record of the attempt, so the record must not contain internal errors.
      const reason = error instanceof Error ? error.message : 'unknown error';
      return fault('not_answered', 'the gateway could not prepare the webhook', reason);
    }
  }

  #sign(event: NewEvent, webhook: WebhookEndpoint, at: Date): WebhookMessage {
    const { eventId, body } = event;
    const timestampSeconds = Math.floor(at.getTime() / 1000);
    const secrets = signingSecrets(webhook, this.#deps.clock.now());
    return {
      url: webhook.url,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Kassa-Webhooks/1.0',
        [webhookHeaders.id]: eventId,
        [webhookHeaders.timestamp]: String(timestampSeconds),
        [webhookHeaders.signature]: signWebhook(eventId, timestampSeconds, body, secrets),
      },
    };
  }

  /**
   * Disables the merchant's endpoint because its address answered 410. If the address was replaced meanwhile, the endpoint
   * stays enabled.
   */
  async #switchOffIfGone(merchantId: string, verdict: DeliveryVerdict, url: string | null): Promise<void> {
    if (verdict.kind !== 'gone' || url === null) return;
    await this.#deps.merchants.switchWebhookOff(merchantId, url);
    this.#deps.alerts.raise({ kind: 'webhook_switched_off', merchantId });
  }

  #announce(
    event: NewEvent,
    verdict: DeliveryVerdict,
    outcome: DeliveryOutcome,
    { reply, error, reason }: TryResult,
  ): void {
    const { alerts } = this.#deps;
    const { eventId, merchantId } = event;
    if (verdict.kind === 'acknowledged') return;
    const status = reply.kind === 'answered' ? `status ${reply.httpStatus}` : 'no answer';
    alerts.raise({
      kind: 'webhook_failed',
      eventId,
      merchantId,
      reason: reason ?? error ?? status,
      nextTryAt: outcome.nextTryAt,
    });
    if (outcome.state === 'failed') alerts.raise({ kind: 'event_given_up', eventId, merchantId });
  }
}

/** The result of an attempt to deliver an event. It decides whether the event is tried again. */
interface TryResult {
  readonly reply: DeliveryReply;
  readonly error: string | null;
  /** The internal reason why the attempt failed, for the operator. Set only if it says more than `error`. */
  readonly reason?: string;
  readonly answer: string;
  /** The address to which the webhook was sent; null if nothing was sent. */
  readonly url: string | null;
}

function fault(kind: 'not_answered' | 'switched_off', error: string, reason = error) {
  return { kind: 'fault', result: { reply: { kind }, error, reason, answer: '', url: null } } as const;
}

function factsOf({ kind }: DeliveryVerdict, { reply }: TryResult): StepFacts {
  return {
    result: kind,
    ...(reply.kind === 'answered' && { httpStatus: reply.httpStatus }),
    ...(kind !== 'acknowledged' && {
      fault: reply.kind === 'answered' ? String(reply.httpStatus) : reply.kind,
    }),
  };
}

function outcomeOf(verdict: DeliveryVerdict, failuresBefore: number, now: Date): DeliveryOutcome {
  const failures = failuresBefore + 1;
  switch (verdict.kind) {
    case 'acknowledged':
      return { state: 'delivered', failures: failuresBefore, nextTryAt: null };
    case 'try_again':
      return { state: 'pending', failures, nextTryAt: addSeconds(now, verdict.waitSeconds) };
    case 'given_up':
    case 'gone':
      return { state: 'failed', failures, nextTryAt: null };
  }
}
