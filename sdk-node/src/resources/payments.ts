import type {
  CreatePaymentRequest,
  CreatePaymentResult,
  PaymentQueryResult,
  Product,
} from '@kassa/contracts';
import { type DecimalAmount, exactAmount, requireChargeable } from '../request/exact-amount.ts';
import type { CallOptions, GatewayClient } from '../request/gateway-client.ts';
import { pathSegment } from '../request/path-segment.ts';
import { postRequest } from '../request/post-request.ts';

export type { CreatePaymentResult, PaymentQueryResult } from '@kassa/contracts';

/** One product in the order summary. Its price is in major units of the order's currency. */
export type ProductParams = Omit<Product, 'price'> & { price: DecimalAmount };

/** The parameters of `payments.create`, with the names of the HTTP interface. */
export type CreatePaymentParams = Omit<CreatePaymentRequest, 'amount' | 'products'> & {
  /** The amount in major units of `currency_code`: `'10.00'` or `10`. A string keeps every digit. */
  amount: DecimalAmount;
  products?: readonly ProductParams[];
};

/** Payments of the merchant. */
export class Payments {
  readonly #gateway: GatewayClient;

  constructor(gateway: GatewayClient) {
    this.#gateway = gateway;
  }

  /**
   * Creates an order and returns the address of its payment page. The `merchant_transaction_id` identifies the order: repeating
   * the identical call returns the same order again.
   *
   * @throws {InvalidRequestError} when an amount does not fit its currency (before sending), or the gateway refuses a member
   * @throws {ConflictError} DUPLICATE_TRANSACTION when the ID belongs to an order with different contents
   */
  async create(params: CreatePaymentParams, options?: CallOptions): Promise<CreatePaymentResult> {
    requireChargeable(params.currency_code);
    const body = {
      ...params,
      amount: exactAmount(params.amount, params.currency_code, 'amount'),
      products: params.products?.map((product, index) => ({
        ...product,
        price: exactAmount(product.price, params.currency_code, `products[${index}].price`, 'zero'),
      })),
    };
    const request = postRequest('/api/merchant/payment/create', body, {
      kind: 'harmless',
      idempotentBy: 'merchant_transaction_id',
    });
    return (await this.#gateway.send(request, options)) as CreatePaymentResult;
  }

  /**
   * Retrieves an order by its `merchant_transaction_id` or its `order_id`.
   *
   * @throws {NotFoundError} ORDER_NOT_FOUND
   */
  async retrieve(transactionIdOrOrderId: string, options?: CallOptions): Promise<PaymentQueryResult> {
    const path = `/api/merchant/order/payment/query/${pathSegment(transactionIdOrOrderId)}` as const;
    return (await this.#gateway.send({ method: 'GET', path }, options)) as PaymentQueryResult;
  }
}
