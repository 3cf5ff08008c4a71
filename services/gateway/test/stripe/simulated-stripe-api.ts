import { answerAboutAccount } from './account-at-stripe.ts';
import { SimulatedDomains } from './simulated-domains.ts';
import { SimulatedStripe } from './simulated-stripe.ts';
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
  CANCELLABLE,
  disputeBody,
  type Intent,
  intentBody,
  ledgerBody,
  type Refund,
  refundBody,
} from './stripe-shapes.ts';
import { disputesOfCards, insufficientFunds, outcomes, testMethods } from './stripe-test-cards.ts';

/** Answers calls as Stripe does, and simulates what they cause. The sources are named at `SimulatedStripe`. */
export class SimulatedStripeApi extends SimulatedStripe {
  /** The billing details that came with the latest card, by the names in the call. */
  lastBillingDetails: Readonly<Record<string, string>> = {};
  /** The network that the last card was sent with; null if it was sent without one. */
  lastPreferredNetwork: string | null = null;
  /** Why refunds stay pending; null if they do not. */
  refundsWaitFor: 'insufficient_funds' | 'charge_pending' | null = null;
  /** The type of the ledger's entry by which a refund has failed ("Balance transaction types" names each). */
  refundFailsAs: 'refund_failure' | 'adjustment' | 'payment_refund' = 'refund_failure';
  readonly domains = new SimulatedDomains();
  readonly #cards = new Map<string, string>();
  readonly #locked = new Set<string>();
  #numbered = 0;

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
      const ofIntent = [...this.disputes.values()].filter(
        ({ intent }) => intent.id === query.get('payment_intent'),
      );
      return { status: 200, body: pageOf(ofIntent.map(disputeBody) as { id: string }[], query) };
    }
    if (call === 'GET /v1/payment_intents') {
      const opened = [...this.intents.values()].toReversed().map((intent) => intentBody(intent));
      return { status: 200, body: pageOf(opened as { id: string }[], query) };
    }
    if (call === 'POST /v1/payment_intents') return { status: 200, body: this.#open(form) };
    if (call === 'POST /v1/refunds') return this.#return(form);
    if (call === 'GET /v1/refunds') {
      const data = this.refunds
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
      const within = this.ledger.filter(({ created }) => created >= from && created < to);
      return { status: 200, body: pageOf(within.map(ledgerBody).toReversed(), query) };
    }
    const [, disputeId = ''] = /^GET \/v1\/disputes\/(\w+)$/.exec(call) ?? [];
    const dispute = this.disputes.get(disputeId);
    if (dispute !== undefined) return { status: 200, body: disputeBody(dispute) };
    if (call === 'POST /v1/payment_methods') return this.#keepCard(form);
    const intent = this.intents.get(intentId);
    if (intent === undefined) return refusal(404, { code: 'resource_missing', message: 'No such payment' });
    if (verb !== undefined && this.#locked.has(intent.id)) return lockTimeout;
    if (verb === 'confirm') return this.#confirmWith(intent, form);
    if (verb === 'capture') {
      if (intent.status !== 'requires_capture') return this.#unexpectedState(intent, 'capture');
      this.succeed(intent);
      return { status: 200, body: intentBody(intent, form.has('expand[0]')) };
    }
    if (verb === 'cancel') {
      if (!CANCELLABLE.has(intent.status)) return this.#unexpectedState(intent, 'cancel');
      intent.status = 'canceled';
      this.happened('payment_intent.canceled', intentBody(intent));
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
    this.intents.set(intent.id, intent);
    return intentBody(intent);
  }

  #return(form: URLSearchParams): Answer {
    const intent = this.intents.get(form.get('payment_intent') ?? '');
    if (intent === undefined) return refusal(404, { code: 'resource_missing', message: 'No such payment' });
    const amount = Number(form.get('amount'));
    const taken = this.refunds
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
    this.refunds.push(refund);
    this.record('refund', refund);
    this.happened('refund.created', refundBody(refund));
    return { status: 200, body: refundBody(refund) };
  }

  #settle(refund: Refund): void {
    if (refund.status !== 'pending' || this.refundsWaitFor) return;
    const fails = refund.waitsFor === 'processing';
    refund.waitsFor = null;
    if (!fails) {
      refund.status = 'succeeded';
      this.happened('refund.updated', refundBody(refund));
      return;
    }
    refund.status = 'failed';
    refund.failedBy = this.record(this.refundFailsAs, refund, 'refund_failure').id;
    this.happened('refund.failed', refundBody(refund));
  }
}
