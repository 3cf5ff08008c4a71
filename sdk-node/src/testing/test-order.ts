import { createHash } from 'node:crypto';
import {
  type EventType,
  formatAmount,
  type Money,
  type OrderState,
  type OrderTransitionCause,
  orderStateCodes,
  orderTransitions,
  type PaymentQueryResult,
  type RefundQueryResult,
  type RefundResult,
  type RefundState,
  refundReservesAmount,
  refundStateCodes,
  type SettlementKind,
} from '@kassa/contracts';
import type { WebhookEventData } from '../webhooks/webhook-event.ts';
import type { TestMove } from './test-settlement.ts';

export interface TestRefund {
  readonly transactionId: string;
  readonly amountMinor: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  state: RefundState;
  error: { readonly code: string; readonly message: string } | null;
  completedAt: string | null;
}

/**
 * The event that tells the merchant of a change of an order's state; undefined if the merchant gets no event about the change.
 */
export type Emission = { readonly type: EventType; readonly data: WebhookEventData } | undefined;

const VALIDITY_MS = 30 * 60 * 1000;
/** How long an order still waits for a channel that does not report a result, after the order's validity has ended. */
const RESULT_PATIENCE_MS = 48 * 60 * 60 * 1000;

/** An order of the test gateway. It changes its state only as the contract's transition table allows. */
export class TestOrder {
  readonly orderId: string;
  readonly refunds: TestRefund[] = [];
  readonly money: Money;
  readonly body: Readonly<Record<string, unknown>>;
  readonly #createdAt = new Date();
  #state: OrderState = 'INIT';
  #sequence = 0;
  #version = 1;
  #paidAt: string | null = null;
  #closedAt: string | null = null;
  #failure: { code: string; message: string } | null = null;
  #dispute: NonNullable<PaymentQueryResult['dispute']> | undefined;

  constructor(merchantId: string, body: Readonly<Record<string, unknown>>, money: Money) {
    const source = `${merchantId}\n${String(body.merchant_transaction_id)}`;
    this.orderId = `ord_${createHash('sha256').update(source).digest('hex').slice(0, 32)}`;
    this.body = body;
    this.money = money;
  }

  get number(): string {
    return String(this.body.merchant_transaction_id);
  }

  get state(): OrderState {
    return this.#state;
  }

  get createdAtMs(): number {
    return this.#createdAt.getTime();
  }

  get refundedMinor(): number {
    const refunds = this.refunds.filter(({ state }) => state === 'SUCCESS');
    const lost = this.#dispute?.state === 'lost' ? this.money.amountMinor : 0;
    return Math.max(sum(refunds), lost);
  }

  get refundableMinor(): number {
    if (this.#paidAt === null || this.#state === 'IN_DISPUTE') return 0;
    const reserved = sum(this.refunds.filter(({ state }) => refundReservesAmount[state]));
    return this.money.amountMinor - Math.max(reserved, this.refundedMinor);
  }

  startPayment(): Emission {
    this.#failure = null;
    return this.#move('attempt_started');
  }

  pay(): Emission {
    const emission = this.#move('attempt_succeeded');
    this.#paidAt = now();
    return emission;
  }

  failPayment(failure: { code: string; message: string }): Emission {
    this.#failure = failure;
    return this.#move('attempt_failed', { failure });
  }

  expire(): Emission {
    this.#closedAt = now();
    return this.#move('validity_elapsed');
  }

  endRefund(refund: TestRefund, error: TestRefund['error']): Emission {
    refund.state = error === null ? 'SUCCESS' : 'FAILED';
    refund.error = error;
    refund.completedAt = now();
    const isAll = this.refundedMinor === this.money.amountMinor;
    const cause = error !== null ? 'refund_not_made' : isAll ? 'refund_left_nothing' : 'refund_left_a_rest';
    return this.#move(cause, { refund: this.#eventRefund(refund) });
  }

  openDispute(): Emission {
    this.#dispute = {
      id: 'dsp_1',
      reason: { category: 'not_received', code: 'not_received' },
      amount: wire(this.money),
      state: 'opened',
      opened_at: now(),
      respond_by: null,
      channel_url: null,
      resolved_at: null,
    };
    return this.#move('dispute_opened', { dispute: this.#dispute });
  }

  resolveDispute(state: 'won' | 'lost'): Emission {
    if (this.#dispute === undefined) throw new Error(`${this.number} is not in dispute.`);
    this.#dispute = { ...this.#dispute, state, resolved_at: now() };
    const rest = this.refundedMinor === 0 ? 'nothing' : 'partly';
    const cause = state === 'lost' ? 'dispute_lost_left_nothing' : (`dispute_won_${rest}_refunded` as const);
    return this.#move(cause, { dispute: this.#dispute });
  }

  /** The order's money movements so far. */
  get moves(): readonly TestMove[] {
    const { orderId, number } = this;
    const { currency, amountMinor } = this.money;
    const of = (
      kind: SettlementKind,
      at: string | null,
      signedMinor: number,
      reference: string,
    ): TestMove[] => (at === null ? [] : [{ at, kind, orderId, number, currency, signedMinor, reference }]);
    const dispute = this.#dispute;
    return [
      ...of('payment', this.#paidAt, amountMinor, `${orderId.replace('ord_', 'txn_')}_1`),
      ...this.refunds
        .filter(({ state }) => state === 'SUCCESS')
        .flatMap((refund) => of('refund', refund.completedAt, -refund.amountMinor, refund.transactionId)),
      ...of('dispute', dispute?.opened_at ?? null, -amountMinor, 'dsp_1'),
      ...(dispute?.state === 'won' ? of('dispute_reversal', dispute.resolved_at, amountMinor, 'dsp_1') : []),
    ];
  }

  present(): PaymentQueryResult {
    const { currency } = this.money;
    return {
      order_id: this.orderId,
      merchant_transaction_id: this.number,
      amount: wire(this.money),
      currency_code: currency,
      status: orderStateCodes[this.#state],
      state: this.#state,
      refunded_amount: wire({ currency, amountMinor: this.refundedMinor }),
      refundable_amount: wire({ currency, amountMinor: this.refundableMinor }),
      description: text(this.body.description),
      payment_method: this.#paidAt === null ? null : 'card',
      ...(this.#paidAt !== null && { card: { brand: 'visa', last4: '4242' } }),
      channel_type: this.#paidAt === null ? null : 'Sandbox',
      failure: this.#failure,
      refunds: this.refunds.map((refund) => ({
        ...this.#eventRefund(refund),
        reason: text(refund.body.reason),
        created_at: refund.createdAt,
        completed_at: refund.completedAt,
      })),
      ...(this.#dispute !== undefined && { dispute: this.#dispute }),
      version: this.#version,
      created_at: this.#createdAt.toISOString(),
      expires_at: new Date(this.createdAtMs + VALIDITY_MS).toISOString(),
      paid_at: this.#paidAt,
      closed_at: this.#closedAt,
      awaiting_result_until:
        this.#state === 'PAYING'
          ? new Date(this.createdAtMs + VALIDITY_MS + RESULT_PATIENCE_MS).toISOString()
          : null,
    };
  }

  presentRefundResult(refund: TestRefund): RefundResult {
    const { transaction_id, status, error_msg, error_code, amount } = this.#eventRefund(refund);
    return {
      transaction_id,
      order_id: this.orderId,
      status,
      error_msg,
      error_code,
      amount,
      currency_code: this.money.currency,
    };
  }

  presentRefund(refund: TestRefund): RefundQueryResult {
    return {
      ...this.presentRefundResult(refund),
      original_transaction_id: this.number,
      origin: this.#eventRefund(refund).origin,
      reason: text(refund.body.reason),
      remark: text(refund.body.remark),
      created_at: refund.createdAt,
      completed_at: refund.completedAt,
    };
  }

  #eventRefund({ transactionId, amountMinor, state, error }: TestRefund) {
    return {
      transaction_id: transactionId,
      amount: wire({ amountMinor, currency: this.money.currency }),
      status: refundStateCodes[state],
      automatic: false,
      origin: 'merchant' as const,
      error_code: error?.code ?? null,
      error_msg: error?.message ?? null,
    };
  }

  #move(cause: OrderTransitionCause, particulars: Partial<WebhookEventData> = {}): Emission {
    const row = orderTransitions.find((each) => each.from === this.#state && each.cause === cause);
    if (row === undefined) throw new Error(`${this.number} is ${this.#state}: ${cause} cannot happen to it.`);
    this.#state = row.to;
    this.#version += 1;
    if (row.emits === null) return undefined;
    this.#sequence += 1;
    const data = {
      order_id: this.orderId,
      merchant_transaction_id: this.number,
      amount: wire(this.money),
      currency_code: this.money.currency,
      status: orderStateCodes[row.to],
      state: row.to,
      sequence: this.#sequence,
      ...particulars,
    };
    // The cast is needed, because TypeScript cannot infer that each caller passes the data of its own event type. A test checks
    // every event against the contract's schema.
    return { type: row.emits, data: data as WebhookEventData };
  }
}

function sum(refunds: readonly TestRefund[]): number {
  return refunds.reduce((total, { amountMinor }) => total + amountMinor, 0);
}

function wire(money: Money): number {
  return Number(formatAmount(money));
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function now(): string {
  return new Date().toISOString();
}
