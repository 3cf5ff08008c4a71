import type Stripe from 'stripe';
import type { CardOutcome } from '../port-contracts/channel-bench.ts';
import {
  type BalanceTransaction,
  chargeBody,
  type Dispute,
  disputeBody,
  type Intent,
  intentBody,
  type Refund,
} from './stripe-shapes.ts';
import { cardDeclined } from './stripe-test-cards.ts';

/**
 * Simulates what consumers, banks and the account's owner cause at Stripe: payments, disputes, the ledger and events.
 * `SimulatedStripeApi` adds what calls cause. Each behaviour comes from a page of Stripe's documentation, or from a published
 * file:
 * - states of payments, and what can be cancelled: "How PaymentIntents work" and "Cancel a PaymentIntent"
 * - outcomes of cards and of `pm_card_…`: "Testing", and `pkg/fixtures/triggers` of the repository `stripe/stripe-cli`
 * - a failed 3-D Secure, reported by `payment_intent.payment_failed`: "Types of events"
 * - a locked payment: `lock_timeout` in "Error codes", with status 429
 * - refunds that fail after they were accepted: "Refunds", section "Failed refunds"
 * - refunds that wait for the account's balance or for the payment: "Adds a field explaining why refunds are pending"
 * - direct debits, and the ledger's two transactions of one that fails: "SEPA Direct Debit payments", and
 *   `failure_balance_transaction` in "The Charge object"
 * - money of disputes, of inquiries and of prevented disputes: "The Dispute object" and "How disputes work"
 * - the ledger: "The Balance Transaction object" and "Reporting categories"
 * - metadata, which a charge has from its payment intent and which can be edited: "Metadata"
 * - forms of objects: `openapi/fixtures3.json` of the repository `stripe/openapi`
 *
 * Nobody has compared this simulation with Stripe's real test environment; `kassa-admin channel trial` does that.
 */
export class SimulatedStripe {
  readonly events: Stripe.Event[] = [];
  /** The endpoints to which Stripe sends the events. */
  endpoints: Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events' | 'api_version'>[] = [];
  /** The account's own API version, which its events have. Null while the account has no events. */
  accountVersion: string | null = '2026-10-28.endive';
  /** The payment methods that the account has switched on. */
  switchedOn: readonly string[] = ['card'];
  /** How often the gateway has asked for them. */
  askedForMethods = 0;
  /** Whether a confirmed payment waits to be captured. */
  isCapturedLater = false;
  /** What the ledger's entry about a refused direct debit names as its source. No document of Stripe says which one it is. */
  refusedDebitNames: 'charge' | 'refund' = 'charge';
  /** Its clock, in milliseconds. */
  now: () => number = () => Date.now();
  protected readonly intents = new Map<string, Intent>();
  protected readonly refunds: Refund[] = [];
  protected readonly disputes = new Map<string, Dispute>();
  protected readonly ledger: BalanceTransaction[] = [];

  /** The payment that was opened last. */
  get latestIntentId(): string {
    const intentId = [...this.intents.keys()].at(-1);
    if (intentId === undefined) throw new Error('nothing was opened');
    return intentId;
  }

  /** Confirms a payment, as Stripe's form and its buttons for wallets do in the consumer's browser. */
  confirm(intentId: string, outcome: CardOutcome, paidWith: Intent['paidWith'] = 'card'): void {
    const intent = this.#intent(intentId);
    intent.paidWith = paidWith;
    intent.outcome = outcome;
    if (outcome === 'declined') {
      intent.status = 'requires_payment_method';
      intent.lastError = cardDeclined;
      this.happened('payment_intent.payment_failed', intentBody(intent));
      return;
    }
    if (this.isCapturedLater) {
      intent.status = 'requires_capture';
      return;
    }
    this.succeed(intent);
  }

  protected succeed(intent: Intent): void {
    intent.status = 'succeeded';
    this.record('charge', intent);
    this.happened('charge.succeeded', chargeBody(intent));
    this.happened('payment_intent.succeeded', intentBody(intent));
  }

  /** Starts a direct debit. The ledger has its money immediately, and the bank reports its result days later. */
  startDebit(intentId: string): void {
    const intent = this.#intent(intentId);
    intent.status = 'processing';
    this.record('payment', intent);
    this.happened('payment_intent.processing', intentBody(intent));
  }

  /** Reports the result of a direct debit. */
  endDebit(intentId: string, result: 'collected' | 'refused'): void {
    const intent = this.#intent(intentId);
    if (result === 'refused') {
      intent.status = 'requires_payment_method';
      const source = this.refusedDebitNames === 'charge' ? intent : refundOfDebit(intent);
      intent.failedBy = this.record('payment_failure_refund', source).id;
      this.happened('payment_intent.payment_failed', intentBody(intent));
      return;
    }
    intent.status = 'succeeded';
    this.happened('payment_intent.succeeded', intentBody(intent));
  }

  /** What the page of 3-D Secure does. */
  authenticate(intentId: string, isGenuine: boolean): void {
    const intent = this.#intent(intentId);
    if (isGenuine) this.succeed(intent);
    else {
      intent.status = 'requires_payment_method';
      intent.lastError = { code: 'payment_intent_authentication_failure', message: 'Not authenticated.' };
      this.happened('payment_intent.payment_failed', intentBody(intent));
    }
  }

  returnUrlOf(intentId: string): string | null {
    return this.#intent(intentId).returnUrl;
  }

  protected record(
    type: string,
    source: BalanceTransaction['source'],
    category?: NonNullable<BalanceTransaction['category']>,
    part?: number,
  ): BalanceTransaction {
    const id = `txn_${this.ledger.length + 1}`;
    const created = Math.floor(this.now() / 1000);
    const transaction = {
      id,
      type,
      source,
      created,
      ...(category && { category }),
      ...(part !== undefined && { part }),
    };
    this.ledger.push(transaction);
    return transaction;
  }

  /** Adds an entry of any type about a payment, or about its first refund or its dispute, to the ledger. */
  book(type: string, intentId: string, about: 'payment' | 'refund' | 'dispute' = 'payment'): string {
    const intent = this.#intent(intentId);
    const sources = {
      payment: intent,
      refund: this.refunds.find((refund) => refund.intent === intent),
      dispute: this.disputes.get(`dp_${intentId}`),
    };
    const source = sources[about];
    if (source === undefined) throw new Error(`no ${about} of ${intentId}`);
    return this.record(type, source).id;
  }

  /**
   * Adds a fee to the ledger that is no part of another entry; a negative amount is a fee that Stripe gives back. It names the
   * dispute of a payment, or nothing.
   */
  bookFee(
    { type, category, amount }: { type: string; category: BalanceTransaction['category']; amount: number },
    disputedIntentId?: string,
  ): void {
    const source = this.disputes.get(`dp_${disputedIntentId}`) ?? null;
    this.record(type, source, category, -amount);
  }

  /** Replaces the metadata of a payment intent, of its charge or of both, as anybody with access to the account can do. */
  editMetadata(intentId: string, edited: Partial<Pick<Intent, 'metadata' | 'chargeMetadata'>>): void {
    Object.assign(this.#intent(intentId), edited);
  }

  /** Puts a payment intent into a state that the consumer or Stripe itself causes. */
  become(intentId: string, status: string): void {
    this.#intent(intentId).status = status;
  }

  /** Gives a payment's dispute a status, and reports it by an event. */
  dispute(
    intentId: string,
    type: string,
    status: string,
    amount?: number,
    dueBy: number | null = null,
    caseType = status.startsWith('warning_') ? 'inquiry' : 'chargeback',
  ): Stripe.Event {
    const intent = this.#intent(intentId);
    const id = `dp_${intentId}`;
    const dispute: Dispute = this.disputes.get(id) ?? {
      id,
      object: 'dispute',
      intent,
      amount: amount ?? intent.amount,
      status,
      dueBy,
      moves: [],
      caseType,
    };
    this.disputes.set(id, Object.assign(dispute, { status, dueBy, caseType }));
    this.#moveDisputed(dispute);
    return this.happened(type, disputeBody(dispute));
  }

  /** Moves the money of a dispute: a dispute takes it, and a won dispute brings it back. A bank's inquiry moves no money. */
  #moveDisputed(dispute: Dispute): void {
    const { moves, status } = dispute;
    if (status.startsWith('warning_') || status === 'prevented') return;
    if (moves.length === 0) moves.push(this.record('adjustment', dispute, 'dispute'));
    if (status === 'won' && moves.length === 1) {
      moves.push(this.record('adjustment', dispute, 'dispute_reversal'));
    }
  }

  /** Returns a part of a lost dispute's money, because the bank decided partly for the merchant. */
  reinstate(intentId: string, part: number): Stripe.Event {
    const dispute = this.disputes.get(`dp_${intentId}`);
    if (dispute === undefined) throw new Error(`no dispute of ${intentId}`);
    dispute.moves.push(this.record('adjustment', dispute, 'dispute_reversal', part));
    return this.happened('charge.dispute.funds_reinstated', disputeBody(dispute));
  }

  methodTypesOf(intentId: string): readonly string[] {
    return this.#intent(intentId).methodTypes;
  }

  chargesOf(intentId: string): number {
    return this.ledger.filter(({ type, source }) => type === 'charge' && source?.id === intentId).length;
  }

  /** Returns how much of a payment was returned, in Stripe's units. */
  returned(intentId: string): number {
    return this.refunds
      .filter(({ intent, status }) => intent.id === intentId && status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  eventAbout(metadataKey: string, value: string): Stripe.Event | undefined {
    return this.events.find(({ data }) => {
      const { metadata } = data.object as { metadata?: Record<string, string> };
      return metadata?.[metadataKey] === value;
    });
  }

  #intent(id: string): Intent {
    const intent = this.intents.get(id);
    if (intent === undefined) throw new Error(`there is no intent ${id}`);
    return intent;
  }

  protected happened(type: string, object: object): Stripe.Event {
    const event = {
      id: `evt_${this.events.length + 1}`,
      object: 'event',
      api_version: this.accountVersion,
      type,
      livemode: false,
      // The object is as it was at that moment.
      data: { object: structuredClone(object) },
    } as unknown as Stripe.Event;
    this.events.push(event);
    return event;
  }
}

/** The refund by which Stripe returns a direct debit that the bank has refused. It is no refund of the merchant's. */
function refundOfDebit(intent: Intent): Refund {
  const { amount } = intent;
  return {
    id: `pyr_${intent.id}`,
    intent,
    amount,
    metadata: {},
    status: 'succeeded',
    failedBy: null,
    waitsFor: null,
  };
}
