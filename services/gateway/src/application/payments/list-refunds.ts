import { addSeconds } from '../../domain/add-seconds.ts';
import { CLOCK_SKEW_SECONDS } from '../../domain/clock-skew.ts';
import { orderIdOf } from '../../domain/order/order-identifiers.ts';
import { type ListedRefund, listedRefundsOf, type RefundFilter } from '../../domain/refund/listed-refunds.ts';
import type { Refund } from '../../domain/refund/refund.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MerchantRefunds, OrderLookup } from '../../ports/order-repository.ts';
import { findOrTombstone } from '../find-or-tombstone.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { FindPayments } from './find-payments.ts';

export interface RefundListRequest extends Omit<RefundFilter, 'before' | 'after'> {
  readonly before: Date | null;
  /** Lists only the refunds of this order, given by the merchant's ID or by the order ID; null for the refunds of all orders. */
  readonly order: string | null;
  readonly after: string | null;
  readonly limit: number;
}

export interface RefundPage {
  readonly kind: 'listed';
  readonly refunds: readonly ListedRefund[];
  /** The gateway's ID of the last refund on this page if more refunds follow; null at the end. */
  readonly next: string | null;
}

interface Dependencies {
  readonly orders: OrderLookup & MerchantRefunds;
  readonly findPayments: FindPayments;
  readonly clock: Clock;
}

/** Lists a merchant's refunds, the newest first. */
export class ListRefunds {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(merchantId: string, request: RefundListRequest): Promise<RefundPage | Refusal> {
    const { from, state, origin, limit } = request;
    if (from !== null && request.before !== null && from > request.before) {
      return refuse('INVALID_REQUEST', 'to must not be before from.', [
        { path: 'to', message: 'must not be before from' },
      ]);
    }
    const after = request.after === null ? null : await this.#findPosition(merchantId, request.after);
    if (after === undefined) {
      return refuse('INVALID_REQUEST', 'after is not a refund of this merchant.', [
        { path: 'after', message: 'is not a refund of this merchant' },
      ]);
    }
    // Another instance's clock may be ahead. Its newest refunds can then have times that are in the future for this instance.
    const before = request.before ?? addSeconds(this.#deps.clock.now(), CLOCK_SKEW_SECONDS);
    const filter = { from, before, state, origin, after };
    const found = await this.#read(merchantId, request.order, filter, limit + 1);
    if ('kind' in found) return found;
    const refunds = found.slice(0, limit);
    const next = found.length > refunds.length ? (refunds.at(-1)?.refund.refundId ?? null) : null;
    return { kind: 'listed', refunds, next };
  }

  async #read(
    merchantId: string,
    reference: string | null,
    filter: RefundFilter,
    limit: number,
  ): Promise<readonly ListedRefund[] | Refusal> {
    if (reference === null) return this.#deps.orders.listRefundsOf(merchantId, filter, limit);
    const found = await this.#deps.findPayments.findOrder(merchantId, reference);
    return found.kind === 'found' ? listedRefundsOf([found.order], filter) : found;
  }

  /**
   * Finds a refund by the gateway's ID alone, because a merchant may have chosen the same string as its own ID of another
   * refund.
   */
  async #findPosition(merchantId: string, refundId: string): Promise<Refund | undefined> {
    const orderId = orderIdOf(refundId);
    const order = orderId === undefined ? undefined : await findOrTombstone(this.#deps.orders, orderId);
    if (order?.merchantId !== merchantId) return undefined;
    return order.refunds.find((refund) => refund.refundId === refundId);
  }
}
