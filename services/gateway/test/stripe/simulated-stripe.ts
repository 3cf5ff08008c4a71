import type Stripe from 'stripe';
import type { CardOutcome } from '../port-contracts/channel-bench.ts';
import { answerAboutAccount } from './account-at-stripe.ts';
import { SimulatedDomains } from './simulated-domains.ts';
import {
  type Answer,
  allowedTypesOf,
  decline,
  lockTimeout,
  metadataOf,
  pageOf,
  refusal,
} from './stripe-answers.ts';
import {
  type BalanceTransaction,
  CANCELLABLE,
  chargeBody,
  type Dispute,
  disputeBody,
  type Intent,
  intentBody,
  ledgerBody,
  type Refund,
  refundBody,
} from './stripe-shapes.ts';
import {
  cardDeclined,
  disputesOfCards,
  insufficientFunds,
  outcomes,
  testMethods,
} from './stripe-test-cards.ts';

/**
 * Simulates what calls and consumers cause at Stripe: payments, refunds, disputes, the ledger and events. Each behaviour comes
 * from a page of Stripe's documentation, or from a published file:
 * - states of payments, and what can be cancelled: "How PaymentIntents work" and "Cancel a PaymentIntent"
 * - outcomes of cards and of `pm_card_…`: "Testing", and `pkg/fixtures/triggers` of the repository `stripe/stripe-cli`
 * - a failed 3-D Secure, told by `payment_intent.payment_failed`: "Types of events"
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
  /** Where it was told to send them. */
  endpoints: Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events' | 'api_version'>[] = [];
  /** The account's own API version, which its events have. Null while the account has no events. */
  accountVersion: string | null = '2026-10-28.endive';
  /** The payment methods that the account has switched on. */
  switchedOn: readonly string[] = ['card'];
  /** How often the gateway has asked for them. */
  askedForMethods = 0;
  /** Whether a confirmed payment waits to be captured. */
  isCapturedLater = false;
  /** The type of the ledger's entry by which a refund has failed. Stripe uses both. */
  refundFailsAs: 'refund_failure' | 'adjustment' = 'refund_failure';
  /** What the ledger's entry about a refused direct debit names as its source. No document of Stripe says which one it is. */
  refusedDebitNames: 'charge' | 'refund' = 'charge';
  /** Why refunds stay pending; null if they do not. */
  refundsWaitFor: 'insufficient_funds' | 'charge_pending' | null = null;
  readonly domains = new SimulatedDomains();
  /** The billing details that came with the latest card, by the names in the call. */
  lastBillingDetails: Readonly<Record<string, string>> = {};
  /** The network that the last card was sent with; null if it was sent without one. */
  lastPreferredNetwork: string | null = null;
  /** Its clock, in milliseconds. */
  now: () => number = () => Date.now();
  readonly #intents = new Map<string, Intent>();
  readonly #refunds: Refund[] = [];
  readonly #disputes = new Map<string, Dispute>();
  readonly #ledger: BalanceTransaction[] = [];
  readonly #cards = new Map<string, string>();
  readonly #locked = new Set<string>();
  #numbered = 0;

  /** The payment that was opened last. */
  get latestIntentId(): string {
    const intentId = [...this.#intents.keys()].at(-1);
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
      this.#happened('payment_intent.payment_failed', intentBody(intent));
      return;
    }
    if (this.isCapturedLater) {
      intent.status = 'requires_capture';
      return;
    }
    this.#succeed(intent);
  }

  #succeed(intent: Intent): void {
    intent.status = 'succeeded';
    this.#record('charge', intent);
    this.#happened('charge.succeeded', chargeBody(intent));
    this.#happened('payment_intent.succeeded', intentBody(intent));
  }

  /** Starts a direct debit. The ledger has its money at once, and the bank tells its result days later. */
  startDebit(intentId: string): void {
    const intent = this.#intent(intentId);
    intent.status = 'processing';
    this.#record('payment', intent);
    this.#happened('payment_intent.processing', intentBody(intent));
  }

  /** Tells the result of a direct debit. */
  endDebit(intentId: string, result: 'collected' | 'refused'): void {
    const intent = this.#intent(intentId);
    if (result === 'refused') {
      intent.status = 'requires_payment_method';
      const source = this.refusedDebitNames === 'charge' ? intent : refundOfDebit(intent);
      intent.failedBy = this.#record('payment_failure_refund', source).id;
      this.#happened('payment_intent.payment_failed', intentBody(intent));
      return;
    }
    intent.status = 'succeeded';
    this.#happened('payment_intent.succeeded', intentBody(intent));
  }

  /** What the page of 3-D Secure does. */
  authenticate(intentId: string, isGenuine: boolean): void {
    const intent = this.#intent(intentId);
    if (isGenuine) this.#succeed(intent);
    else {
      intent.status = 'requires_payment_method';
      intent.lastError = { code: 'payment_intent_authentication_failure', message: 'Not authenticated.' };
      this.#happened('payment_intent.payment_failed', intentBody(intent));
    }
  }

  returnUrlOf(intentId: string): string | null {
    return this.#intent(intentId).returnUrl;
  }

  #record(
    type: string,
    source: BalanceTransaction['source'],
    category?: NonNullable<BalanceTransaction['category']>,
    part?: number,
  ): BalanceTransaction {
    const id = `txn_${this.#ledger.length + 1}`;
    const created = Math.floor(this.now() / 1000);
    const transaction = {
      id,
      type,
      source,
      created,
      ...(category && { category }),
      ...(part !== undefined && { part }),
    };
    this.#ledger.push(transaction);
    return transaction;
  }

  /** Adds an entry of any type about a payment, or about its first refund or its dispute, to the ledger. */
  book(type: string, intentId: string, about: 'payment' | 'refund' | 'dispute' = 'payment'): string {
    const intent = this.#intent(intentId);
    const sources = {
      payment: intent,
      refund: this.#refunds.find((refund) => refund.intent === intent),
      dispute: this.#disputes.get(`dp_${intentId}`),
    };
    const source = sources[about];
    if (source === undefined) throw new Error(`no ${about} of ${intentId}`);
    return this.#record(type, source).id;
  }

  /**
   * Adds a fee to the ledger that is no part of another entry; a negative amount is a fee that Stripe gives back. It names the
   * dispute of a payment, or nothing.
   */
  bookFee(
    { type, category, amount }: { type: string; category: BalanceTransaction['category']; amount: number },
    disputedIntentId?: string,
  ): void {
    const source = this.#disputes.get(`dp_${disputedIntentId}`) ?? null;
    this.#record(type, source, category, -amount);
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
    const dispute: Dispute = this.#disputes.get(id) ?? {
      id,
      object: 'dispute',
      intent,
      amount: amount ?? intent.amount,
      status,
      dueBy,
      moves: [],
      caseType,
    };
    this.#disputes.set(id, Object.assign(dispute, { status, dueBy, caseType }));
    this.#moveDisputed(dispute);
    return this.#happened(type, disputeBody(dispute));
  }

  /** Moves the money of a dispute: a dispute takes it, and a won dispute brings it back. A bank's inquiry moves no money. */
  #moveDisputed(dispute: Dispute): void {
    const { moves, status } = dispute;
    if (status.startsWith('warning_') || status === 'prevented') return;
    if (moves.length === 0) moves.push(this.#record('adjustment', dispute, 'dispute'));
    if (status === 'won' && moves.length === 1) {
      moves.push(this.#record('adjustment', dispute, 'dispute_reversal'));
    }
  }

  /** Returns a part of a lost dispute's money, because the bank decided partly for the merchant. */
  reinstate(intentId: string, part: number): Stripe.Event {
    const dispute = this.#disputes.get(`dp_${intentId}`);
    if (dispute === undefined) throw new Error(`no dispute of ${intentId}`);
    dispute.moves.push(this.#record('adjustment', dispute, 'dispute_reversal', part));
    return this.#happened('charge.dispute.funds_reinstated', disputeBody(dispute));
  }

  methodTypesOf(intentId: string): readonly string[] {
    return this.#intent(intentId).methodTypes;
  }

  chargesOf(intentId: string): number {
    return this.#ledger.filter(({ type, source }) => type === 'charge' && source?.id === intentId).length;
  }

  /** Returns how much of a payment was returned, in Stripe's units. */
  returned(intentId: string): number {
    return this.#refunds
      .filter(({ intent, status }) => intent.id === intentId && status === 'succeeded')
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  eventAbout(metadataKey: string, value: string): Stripe.Event | undefined {
    return this.events.find(({ data }) => {
      const { metadata } = data.object as { metadata?: Record<string, string> };
      return metadata?.[metadataKey] === value;
    });
  }

  /** Locks a payment while a call about it is under way. */
  protected async whileLocked(path: string, until: Promise<void>): Promise<void> {
    const [intentId = ''] = /pi_\w+/.exec(path) ?? [];
    this.#locked.add(intentId);
    await until;
    this.#locked.delete(intentId);
  }

  protected answer(call: string, query: URLSearchParams, form: URLSearchParams): Answer {
    if (call.includes('/v1/payment_method_domains')) return this.domains.answer(call, query, form);
    const [, intentId = '', verb] = /^\w+ \/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(call) ?? [];
    const aboutAccount = answerAboutAccount(this, call, query);
    if (aboutAccount !== undefined) return aboutAccount;
    if (call === 'GET /v1/disputes') {
      const ofIntent = [...this.#disputes.values()].filter(
        ({ intent }) => intent.id === query.get('payment_intent'),
      );
      return { status: 200, body: pageOf(ofIntent.map(disputeBody) as { id: string }[], query) };
    }
    if (call === 'GET /v1/payment_intents') {
      const opened = [...this.#intents.values()].toReversed().map((intent) => intentBody(intent));
      return { status: 200, body: pageOf(opened as { id: string }[], query) };
    }
    if (call === 'POST /v1/payment_intents') return { status: 200, body: this.#open(form) };
    if (call === 'POST /v1/refunds') return this.#return(form);
    if (call === 'GET /v1/refunds') {
      const data = this.#refunds
        .filter(({ intent }) => intent.id === query.get('payment_intent'))
        .map((refund): { id?: string } => {
          // A pending refund ends after it was listed, so the next list shows its result.
          const body = refundBody(refund);
          this.#settle(refund);
          return body;
        });
      return { status: 200, body: pageOf(data.toReversed(), query) };
    }
    if (call === 'GET /v1/balance_transactions') {
      const [from, to] = [Number(query.get('created[gte]')), Number(query.get('created[lt]'))];
      const within = this.#ledger.filter(({ created }) => created >= from && created < to);
      return { status: 200, body: pageOf(within.map(ledgerBody).toReversed(), query) };
    }
    const [, disputeId = ''] = /^GET \/v1\/disputes\/(\w+)$/.exec(call) ?? [];
    const dispute = this.#disputes.get(disputeId);
    if (dispute !== undefined) return { status: 200, body: disputeBody(dispute) };
    if (call === 'POST /v1/payment_methods') return this.#keepCard(form);
    const intent = this.#intents.get(intentId);
    if (intent === undefined) return refusal(404, { code: 'resource_missing', message: 'No such payment' });
    if (verb !== undefined && this.#locked.has(intent.id)) return lockTimeout;
    if (verb === 'confirm') return this.#confirmWith(intent, form);
    if (verb === 'capture') {
      if (intent.status !== 'requires_capture') return this.#unexpectedState(intent, 'capture');
      this.#succeed(intent);
      return { status: 200, body: intentBody(intent, form.has('expand[0]')) };
    }
    if (verb === 'cancel') {
      if (!CANCELLABLE.has(intent.status)) return this.#unexpectedState(intent, 'cancel');
      intent.status = 'canceled';
      this.#happened('payment_intent.canceled', intentBody(intent));
    }
    return { status: 200, body: intentBody(intent, query.has('expand[0]') || query.has('expand[]')) };
  }

  #unexpectedState(intent: Intent, verb: string): Answer {
    return refusal(400, {
      code: 'payment_intent_unexpected_state',
      message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
      payment_intent: intentBody(intent),
    });
  }

  #keepCard(form: URLSearchParams): Answer {
    this.#numbered += 1;
    const id = `pm_${this.#numbered}`;
    const number = form.get('card[number]') ?? '';
    if (!/^4[0-9]{15}$/.test(number)) {
      return decline({ code: 'incorrect_number', message: 'Your card number is incorrect.' });
    }
    this.#cards.set(id, number);
    this.lastPreferredNetwork = form.get('card[networks][preferred]');
    this.lastBillingDetails = Object.fromEntries(
      [...form].filter(([member]) => member.startsWith('billing_details[')),
    );
    return { status: 200, body: { id, object: 'payment_method', type: 'card' } };
  }

  #confirmWith(intent: Intent, form: URLSearchParams): Answer {
    const method = form.get('payment_method') ?? '';
    const number = this.#cards.get(method) ?? testMethods[method];
    if (number === undefined) return refusal(400, { code: 'resource_missing', message: 'No such method' });
    if (intent.status !== 'requires_payment_method') return this.#unexpectedState(intent, 'confirm');
    intent.returnUrl = form.get('return_url');
    if (number === '4000000000003220') intent.status = 'requires_action';
    else this.confirm(intent.id, outcomes[number] ?? 'succeeds');
    if (number === '4000000000009995') intent.lastError = insufficientFunds;
    const disputed = disputesOfCards[number];
    if (disputed !== undefined) this.dispute(intent.id, ...disputed);
    if (intent.lastError !== null) {
      return decline({ ...intent.lastError, payment_intent: intentBody(intent) });
    }
    const body = intentBody(intent, form.has('expand[0]'));
    return { status: 200, body, isLost: number === '4000000000000119' };
  }

  #open(form: URLSearchParams): object {
    this.#numbered += 1;
    const intent: Intent = {
      id: `pi_${this.#numbered}`,
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      metadata: metadataOf(form),
      chargeMetadata: metadataOf(form),
      methodTypes: allowedTypesOf(form),
      paidWith: 'card',
      status: 'requires_payment_method',
      lastError: null,
      outcome: null,
      returnUrl: null,
      failedBy: null,
    };
    this.#intents.set(intent.id, intent);
    return intentBody(intent);
  }

  #return(form: URLSearchParams): Answer {
    const intent = this.#intents.get(form.get('payment_intent') ?? '');
    if (intent === undefined) return refusal(404, { code: 'resource_missing', message: 'No such payment' });
    const amount = Number(form.get('amount'));
    const taken = this.#refunds
      .filter((refund) => refund.intent === intent && refund.status !== 'failed')
      .reduce((sum, refund) => sum + refund.amount, 0);
    if (taken + amount > intent.amount) {
      const code = taken === intent.amount ? 'charge_already_refunded' : undefined;
      const message = `Refund amount is greater than unrefunded amount on charge.`;
      return refusal(400, { ...(code && { code }), message, param: 'amount' });
    }
    this.#numbered += 1;
    const fails = intent.outcome === 'refundFails';
    const refund: Refund = {
      id: `re_${this.#numbered}`,
      intent,
      amount,
      metadata: metadataOf(form),
      status: fails || this.refundsWaitFor ? 'pending' : 'succeeded',
      failedBy: null,
      waitsFor: this.refundsWaitFor ?? (fails ? 'processing' : null),
    };
    this.#refunds.push(refund);
    this.#record('refund', refund);
    this.#happened('refund.created', refundBody(refund));
    return { status: 200, body: refundBody(refund) };
  }

  #settle(refund: Refund): void {
    if (refund.status !== 'pending' || this.refundsWaitFor) return;
    const fails = refund.waitsFor === 'processing';
    refund.waitsFor = null;
    if (!fails) {
      refund.status = 'succeeded';
      this.#happened('refund.updated', refundBody(refund));
      return;
    }
    refund.status = 'failed';
    refund.failedBy = this.#record(this.refundFailsAs, refund, 'refund_failure').id;
    this.#happened('refund.failed', refundBody(refund));
  }

  #intent(id: string): Intent {
    const intent = this.#intents.get(id);
    if (intent === undefined) throw new Error(`there is no intent ${id}`);
    return intent;
  }

  #happened(type: string, object: object): Stripe.Event {
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
