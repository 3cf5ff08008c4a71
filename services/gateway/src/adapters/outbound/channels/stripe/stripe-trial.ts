import type { Money } from '@kassa/contracts';
import Stripe from 'stripe';
import type { RawCallback } from '../../../../ports/channel-callback.ts';
import type { PaymentReference } from '../../../../ports/payment-channel.ts';
import { type TrialAccess, TrialStop, type TrialTask, until } from '../trial/trial-task.ts';
import { answerText, inquiryText } from '../trial/trial-words.ts';
import { connectStripe } from './connect-stripe.ts';
import { callStripe, detailOf } from './stripe-calls.ts';
import { StripeChannel } from './stripe-channel.ts';

interface StripeMembers {
  readonly secretKey: string;
  readonly publicKey: string;
  readonly callbackSecret: string;
}

const PRICE: Money = { amountMinor: 1_999, currency: 'USD' };
/** Stripe opens disputes and fails refunds some seconds later. */
const patience = { tries: 15, pauseMs: 2_000 };
const RETURN_URL = 'https://example.com/return';

/**
 * The tasks of a trial at Stripe's test environment. No consumer confirms the payments in a browser; the trial confirms them
 * itself, with Stripe's test payment methods (`pm_card_…`, "Testing" in Stripe's documentation).
 */
export function stripeTrial(access: TrialAccess<StripeMembers>): readonly TrialTask[] {
  const trial = new StripeTrial(access);
  return [
    ...trial.payments(),
    ...trial.refunds(),
    ...trial.disputes(),
    {
      name: 'the events of this trial are read',
      expected: 'dispute, payment, refund, refund_by_reference',
      see: () => trial.readEvents(),
    },
    ...trial.webhooks(),
    {
      name: 'the ledger lists what this trial moved',
      expected: 'dispute, payment, refund',
      see: () => trial.readLedger(),
    },
  ];
}

class StripeTrial {
  readonly #access: TrialAccess<StripeMembers>;
  readonly #stripe: Stripe;
  readonly #channel: StripeChannel;
  readonly #intents = new Set<string>();
  #numbered = 0;

  constructor(access: TrialAccess<StripeMembers>) {
    const { credentials, url, fetch } = access;
    this.#access = access;
    this.#stripe = connectStripe({
      secretKey: credentials.secretKey,
      url: url ?? 'https://api.stripe.com',
      fetch,
    });
    this.#channel = new StripeChannel({
      stripe: this.#stripe,
      channelId: 'ProcessorA',
      publicKey: credentials.publicKey,
      callbackSecrets: [credentials.callbackSecret],
      keyFor: (ownId) => ownId,
    });
  }

  payments(): readonly TrialTask[] {
    const paying = (name: string, method: string, expected: string): TrialTask => ({
      name,
      expected,
      see: async () => inquiryText(await this.#channel.ask(await this.#pay(method))),
    });
    return [
      paying('a card pays', 'pm_card_visa', 'succeeded 1999 USD visa 4242'),
      paying('a card is declined', 'pm_card_visa_chargeDeclined', 'failed generic_decline'),
      paying(
        'a card without money is declined',
        'pm_card_visa_chargeDeclinedInsufficientFunds',
        'failed insufficient_funds',
      ),
      {
        name: 'a card needs 3-D Secure, and the payment is cancelled instead',
        expected: 'pending; cancelled',
        see: async () => {
          const payment = await this.#pay('pm_card_authenticationRequired');
          const asked = inquiryText(await this.#channel.ask(payment));
          return `${asked}; ${(await this.#channel.cancel(payment)).kind}`;
        },
      },
    ];
  }

  refunds(): readonly TrialTask[] {
    return [
      {
        name: 'a payment is refunded at once, as a whole',
        expected: 'succeeded 1999 USD',
        see: async () => answerText(await this.#refund(await this.#pay('pm_card_visa'), PRICE.amountMinor)),
      },
      {
        name: 'a payment is refunded in parts, and no further',
        expected: 'succeeded 500 USD; succeeded 1499 USD; refused',
        see: async () => {
          const payment = await this.#pay('pm_card_visa');
          const parts = [];
          for (const part of [500, 1_499, 1]) parts.push(answerText(await this.#refund(payment, part)));
          return parts.join('; ');
        },
      },
      {
        name: 'a refund fails after it was accepted',
        expected: 'failed',
        see: async () => {
          const payment = await this.#pay('pm_card_refundFail');
          const refundId = this.#newId('rfd');
          await this.#refund(payment, PRICE.amountMinor, refundId);
          const inquiry = { refundId, payment, channelReference: null, acceptedAt: this.#access.startedAt };
          return until(this.#access, patience, async () => {
            const text = answerText(await this.#channel.askRefund(inquiry));
            return { isOver: text.startsWith('failed'), text };
          });
        },
      },
      {
        name: 'somebody refunds a part in the dashboard',
        expected: 'made',
        see: async () => {
          const { opening } = await this.#pay('pm_card_visa');
          const byHand = { payment_intent: opening.channelReference, amount: 700 };
          const made = await callStripe(() => this.#stripe.refunds.create(byHand));
          return made.kind === 'ok' ? 'made' : detailOf(made);
        },
      },
    ];
  }

  disputes(): readonly TrialTask[] {
    const disputed = (name: string, method: string, expected: string): TrialTask => ({
      name,
      expected,
      see: async () => {
        const payment = await this.#pay(method);
        const { channelReference: payment_intent } = payment.opening;
        return until(this.#access, patience, async () => {
          const listed = await callStripe(() => this.#stripe.disputes.list({ payment_intent }));
          const dispute = listed.kind === 'ok' ? listed.answer.data[0] : undefined;
          if (dispute === undefined) return { isOver: false, text: 'no dispute' };
          const asked = await this.#channel.askDispute({ channelReference: dispute.id, payment });
          if (asked.kind !== 'known') return { isOver: true, text: asked.kind };
          const { kind, isAnnouncement, reason } = asked.report;
          return { isOver: true, text: `${isAnnouncement ? 'announced' : kind} ${reason?.category}` };
        });
      },
    });
    return [
      disputed('a payment is disputed', 'pm_card_createDispute', 'opened fraudulent'),
      disputed('a bank inquires', 'pm_card_createDisputeInquiry', 'announced fraudulent'),
    ];
  }

  /** Reads the events that this trial has caused, in the format in which Stripe's webhooks send them. */
  async readEvents(): Promise<string> {
    const created = { gte: Math.floor(this.#access.startedAt.getTime() / 1000) };
    const listed = await callStripe(() => this.#stripe.events.list({ created, limit: 100 }));
    if (listed.kind !== 'ok') return detailOf(listed);
    const kinds = new Set<string>();
    for (const event of listed.answer.data) {
      const text = JSON.stringify(event);
      if (![...this.#intents].some((intentId) => text.includes(intentId))) continue;
      const reading = await this.#channel.readCallback(this.#signed(text));
      const notifications =
        reading.kind === 'genuine' ? reading.callbacks.map(({ notification }) => notification) : [reading];
      for (const notification of notifications) {
        this.#access.note({ event, notification });
        if (notification.kind !== 'irrelevant') kinds.add(notification.kind);
      }
    }
    return [...kinds].sort().join(', ');
  }

  /**
   * Checks the signing secret, which the other tasks do not check, because they sign events themselves. There is no such task
   * if the trial receives no webhooks.
   */
  webhooks(): readonly TrialTask[] {
    if (this.#access.webhooks() === null) return [];
    const see = () =>
      until(this.#access, patience, async () => {
        for (const webhook of this.#access.webhooks() ?? []) {
          const text = webhook.body.toString();
          const isOwn = [...this.#intents].some((intentId) => text.includes(intentId));
          const isGenuine = (await this.#channel.readCallback(webhook)).kind === 'genuine';
          if (isOwn && isGenuine) return { isOver: true, text: 'received' };
        }
        return { isOver: false, text: 'none of this trial with a valid signature' };
      });
    return [{ name: 'a webhook is received, and its signature is right', expected: 'received', see }];
  }

  async readLedger(): Promise<string> {
    const from = new Date(this.#access.startedAt.getTime() - 60_000);
    const statement = await this.#channel.statement({
      from,
      before: new Date(from.getTime() + 30 * 60_000),
    });
    if (statement.kind !== 'statement') return statement.kind;
    const own = statement.lines.flatMap((line) =>
      line.reference?.includes(this.#access.trialId) ? [line.subject] : [],
    );
    return [...new Set(own)].sort().join(', ');
  }

  /**
   * Signs an event with the callback secret. Whether the secret itself is right can only be shown by a real delivery from
   * Stripe.
   */
  #signed(text: string): RawCallback {
    return signed(text, this.#access.credentials);
  }

  async #pay(method: string): Promise<PaymentReference> {
    const attemptId = this.#newId('txn');
    const answer = await this.#channel.open({
      attemptId,
      methodCode: 'card',
      amount: PRICE,
      description: null,
      returnUrl: RETURN_URL,
      expiresAt: new Date(this.#access.startedAt.getTime() + 3_600_000),
      mayTakeCardNumbers: false,
    });
    if (answer.kind !== 'opened') throw new TrialStop(`the payment was not opened: ${answer.kind}`);
    const { opening } = answer;
    this.#intents.add(opening.channelReference);
    const params = { payment_method: method, return_url: RETURN_URL };
    const confirmed = await callStripe(() =>
      this.#stripe.paymentIntents.confirm(opening.channelReference, params, { maxNetworkRetries: 0 }),
    );
    if (confirmed.kind === 'no_answer') throw new TrialStop(`no confirmation: ${confirmed.detail}`);
    return { attemptId, methodCode: 'card', opening, paymentReference: null };
  }

  #refund(payment: PaymentReference, amountMinor: number, refundId = this.#newId('rfd')) {
    const sendBy = new Date(Date.now() + 60_000);
    return this.#channel.refund({ refundId, payment, amount: { ...PRICE, amountMinor }, sendBy });
  }

  /** Creates an ID in a format that no deployment uses, so that a gateway with the same account ignores this trial. */
  #newId(prefix: string): string {
    this.#numbered += 1;
    return `${prefix}_trial_${this.#access.trialId}_${this.#numbered}`;
  }
}

/** Signs a recorded event like a webhook of Stripe. */
export function signedForReplay(event: unknown, credentials: StripeMembers): RawCallback {
  return signed(JSON.stringify(event), credentials);
}

function signed(text: string, { callbackSecret: secret }: StripeMembers): RawCallback {
  const header = Stripe.webhooks.generateTestHeaderString({ payload: text, secret });
  return { headers: { 'stripe-signature': header }, body: Buffer.from(text), receivedAt: new Date() };
}
