import type {
  RefundListQuery,
  RefundListResult,
  RefundQueryResult,
  RefundRequest,
  RefundResult,
} from '@kassa/contracts';
import { localRefusal } from '../errors/local-refusal.ts';
import { type DecimalAmount, exactAmount } from '../request/exact-amount.ts';
import type { CallOptions, GatewayClient } from '../request/gateway-client.ts';
import { type Page, type Paged, readPages } from '../request/paging.ts';
import { pathSegment } from '../request/path-segment.ts';
import { postRequest } from '../request/post-request.ts';
import { type Moment, momentText, pathWithQuery } from '../request/signed-query.ts';

export type { RefundListResult, RefundQueryResult, RefundResult } from '@kassa/contracts';

/** The parameters of `refunds.create`, with the names of the HTTP interface. */
export type CreateRefundParams = Omit<RefundRequest, 'amount'> & {
  /**
   * The amount in major units of `currency_code`: `'10.00'` or `10`. A string keeps every digit. If this member is left out, the
   * gateway refunds everything that is still refundable when it accepts the refund. The value `undefined` is refused, so that a
   * missing amount does not refund everything by mistake.
   */
  amount?: DecimalAmount;
};

/** Filters for `refunds.list`. Without filters, it lists all refunds. */
export type RefundListParams = Omit<RefundListQuery, 'from' | 'to' | 'limit'> & {
  /** List only refunds that were created at this time or later. */
  from?: Moment | undefined;
  /** Only refunds created before this time. */
  to?: Moment | undefined;
  /** The number of refunds per page, from 1 to 100; the default is 50. */
  limit?: number | undefined;
};

/** A page of refunds, newest first. */
export type RefundPage = Page<RefundListResult, RefundQueryResult>;

/** Refunds of the merchant. */
export class Refunds {
  readonly #gateway: GatewayClient;

  constructor(gateway: GatewayClient) {
    this.#gateway = gateway;
  }

  /**
   * Requests a refund of an amount, or of the remaining amount if `amount` is left out. The result arrives later as an event.
   * The `transaction_id` identifies the refund, so repeating the identical call creates no second refund. This also holds if
   * `amount` is left out and the remaining amount has changed since.
   *
   * @throws {InvalidRequestError} INVALID_AMOUNT, UNSUPPORTED_CURRENCY
   * @throws {RefusedError} REFUND_EXCEEDS_AMOUNT, ORDER_NOT_REFUNDABLE, ORDER_IN_DISPUTE, CURRENCY_MISMATCH, TOO_MANY_REFUNDS
   * @throws {ConflictError} DUPLICATE_REFUND when the ID belongs to a refund with different contents
   * @throws {NotFoundError} ORDER_NOT_FOUND
   */
  async create(params: CreateRefundParams, options?: CallOptions): Promise<RefundResult> {
    const { amount } = params;
    if (amount === undefined && 'amount' in params) {
      throw localRefusal(
        'INVALID_AMOUNT',
        'amount',
        'is undefined; leave it out to refund the remaining amount',
      );
    }
    const body = {
      ...params,
      ...(amount !== undefined && { amount: exactAmount(amount, params.currency_code, 'amount') }),
    };
    const request = postRequest('/api/merchant/payment/refund', body, {
      kind: 'harmless',
      idempotentBy: 'transaction_id',
    });
    return (await this.#gateway.send(request, options)) as RefundResult;
  }

  /**
   * Retrieves a refund by the merchant's own ID.
   *
   * @throws {NotFoundError} REFUND_NOT_FOUND
   */
  async retrieve(transactionId: string, options?: CallOptions): Promise<RefundQueryResult> {
    const path = `/api/merchant/order/refund/query/${pathSegment(transactionId)}` as const;
    return (await this.#gateway.send({ method: 'GET', path }, options)) as RefundQueryResult;
  }

  /**
   * Lists refunds, newest first: the merchant's own, those that the gateway made by itself, and those that somebody made at the
   * processor. `await` gives the first page, `for await` every refund of all pages. Refunds that are created in the meantime do
   * not shift the list.
   *
   * @param options settings of each page's request
   * @throws {InvalidRequestError} when a member is wrong or `after` is not a refund of this merchant
   * @throws {NotFoundError} ORDER_NOT_FOUND when `order` is not an order of this merchant
   */
  list(params: RefundListParams = {}, options?: CallOptions): Paged<RefundPage, RefundQueryResult> {
    return readPages({
      read: async (after = params.after) => {
        const path = pathWithQuery('/api/merchant/order/refund/list', {
          ...params,
          from: momentText('from', params.from),
          to: momentText('to', params.to),
          after,
        });
        return (await this.#gateway.send({ method: 'GET', path }, options)) as RefundListResult;
      },
      itemsOf: ({ refunds }) => refunds,
    });
  }
}
