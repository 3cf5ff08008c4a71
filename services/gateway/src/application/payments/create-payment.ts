import { isChargeable } from '@kassa/contracts';
import { addSeconds } from '../../domain/add-seconds.ts';
import { DEFAULT_RESULT_PATIENCE_SECONDS } from '../../domain/attempt/result-deadline.ts';
import { issueSession, payUrlOf } from '../../domain/checkout-session.ts';
import type { Environment } from '../../domain/environment.ts';
import type { ServerKeys } from '../../domain/expiring-key.ts';
import { fingerprintOf } from '../../domain/fingerprint.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import { refuseAddress } from '../../domain/merchant/public-address.ts';
import { hasPlainHost, imageOrigins, MOST_IMAGE_ORIGINS } from '../../domain/order/image-origins.ts';
import { deriveOrderId } from '../../domain/order/order-identifiers.ts';
import { createOrder, type NewOrder, type PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OrderStore } from '../../ports/order-repository.ts';
import type { PaymentChannels } from '../../ports/payment-channels.ts';
import type { PaymentMeter } from '../../ports/payment-meter.ts';
import { TemporarilyUnavailable } from '../../ports/temporarily-unavailable.ts';
import type { Tracing } from '../../ports/tracing.ts';
import type { RoutePayment } from '../checkout/route-payment.ts';
import { findOrTombstone } from '../find-or-tombstone.ts';
import type { RecentOrders } from '../recent-orders.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** The parts of an order that the merchant decides. The gateway adds all others. */
export type NewPayment = Omit<
  NewOrder,
  'orderId' | 'merchantId' | 'fingerprint' | 'createdAt' | 'expiresAt' | 'resultPatienceSeconds' | 'trace'
>;

export interface CreatedPayment {
  readonly kind: 'created';
  readonly orderId: string;
  readonly payUrl: string;
}

interface Dependencies {
  readonly orders: OrderStore;
  readonly recent: RecentOrders;
  readonly meter: PaymentMeter;
  readonly clock: Clock;
  readonly sessionKeys: ServerKeys;
  /** The public address of the cashier, without a slash at its end. */
  readonly cashierUrl: string;
  readonly environment: Environment;
  /**
   * How long the gateway waits for the overdue result of a new order's attempt. After that, an operator has to ask the channel
   * (`patienceEndsAt`).
   */
  readonly resultPatienceSeconds: number;
  readonly routePayment: RoutePayment;
  readonly channels: Pick<PaymentChannels, 'hasUnusable'>;
  readonly tracing: Tracing;
}

/**
 * Creates an order. A repeated call with the same transaction ID and the same business fields gets the first answer again. If
 * the business fields differ, the call is refused, and the existing order stays unchanged.
 */
export class CreatePayment {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(merchant: Merchant, payment: NewPayment): Promise<CreatedPayment | Refusal> {
    const now = this.#deps.clock.now();
    const { resultPatienceSeconds, tracing } = this.#deps;
    const trace = tracing.position();
    const order = createOrder({
      ...payment,
      orderId: deriveOrderId(merchant.merchantId, payment.merchantTransactionId),
      merchantId: merchant.merchantId,
      fingerprint: fingerprintOf({ ...payment }),
      createdAt: now,
      expiresAt: addSeconds(now, merchant.orderValiditySeconds),
      ...(resultPatienceSeconds !== DEFAULT_RESULT_PATIENCE_SECONDS && { resultPatienceSeconds }),
      ...(trace !== undefined && { trace }),
    });
    tracing.note({ orderId: order.orderId });
    const refusal = refuseNew(payment, this.#deps.environment);
    const isPayable = refusal === undefined && (await this.#isPayable(order, merchant));
    if (isPayable && (await this.#deps.orders.insert(order)) === 'inserted') {
      this.#deps.recent.note(order);
      this.#deps.meter.reached({ subject: 'order', state: order.state });
      return this.#answer(order);
    }

    const original = await findOrTombstone(this.#deps.orders, order.orderId);
    if (original === undefined && refusal !== undefined) return refusal;
    if (original === undefined && !isPayable) return this.#refuseMethods(merchant);
    if (original !== undefined && original.fingerprint === order.fingerprint) return this.#answer(original);
    return refuse(
      'DUPLICATE_TRANSACTION',
      `An order with merchant_transaction_id ${payment.merchantTransactionId} already exists, with different contents; it stays unchanged. Use a new ID for a new order.`,
      [{ path: 'merchant_transaction_id', message: 'is used by another order' }],
    );
  }

  /**
   * Whether the order can be paid with at least one of the payment methods that the merchant named for it. Always true if the
   * merchant named no methods.
   */
  async #isPayable(order: PaymentOrder, merchant: Merchant): Promise<boolean> {
    if (order.paymentMethods === undefined) return true;
    return (await this.#deps.routePayment.execute(order, merchant)).length > 0;
  }

  /**
   * Refuses an order that none of the payment methods named by the merchant can pay. Throws `TemporarilyUnavailable` if one of
   * the merchant's accounts cannot be used now, because that account may offer one of the methods.
   */
  async #refuseMethods({ merchantId }: Merchant): Promise<Refusal> {
    if (await this.#deps.channels.hasUnusable(merchantId)) {
      throw new TemporarilyUnavailable(`a channel account for payments of ${merchantId} cannot be used`);
    }
    const message = 'names no method that can pay this order';
    return refuse('INVALID_REQUEST', `payment_methods ${message}.`, [{ path: 'payment_methods', message }]);
  }

  #answer(order: Pick<PaymentOrder, 'orderId' | 'expiresAt'>): CreatedPayment {
    const session = issueSession(order.orderId, order.expiresAt, this.#deps.sessionKeys);
    return {
      kind: 'created',
      orderId: order.orderId,
      payUrl: payUrlOf(this.#deps.cashierUrl, order.orderId, session),
    };
  }
}

/**
 * Refuses a request with contents that a new order must not have. A stored order may have such contents, because an earlier
 * version of the gateway accepted them.
 */
function refuseNew(payment: NewPayment, environment: Environment): Refusal | undefined {
  return (
    refuseCurrency(payment) ?? refuseAddresses(payment, environment) ?? refuseImages(payment, environment)
  );
}

function refuseCurrency({ amount: { currency } }: NewPayment): Refusal | undefined {
  if (isChargeable(currency)) return undefined;
  return refuse('UNSUPPORTED_CURRENCY', `${currency} is not a currency that can be charged.`, [
    { path: 'currency_code', message: 'is not a chargeable ISO 4217 currency' },
  ]);
}

/**
 * Refuses a request if its redirect address or its cancel address is invalid. The gateway would send consumers to these
 * addresses.
 */
function refuseAddresses(
  { redirectUrl, cancelUrl }: NewPayment,
  environment: Environment,
): Refusal | undefined {
  const addresses = [
    { path: 'redirect_url', address: redirectUrl },
    { path: 'cancel_url', address: cancelUrl },
  ];
  const faults = addresses.flatMap(({ path, address }) => {
    const message = address === null ? undefined : refuseAddress(address, environment);
    return message === undefined ? [] : [{ path, message }];
  });
  const [first] = faults;
  if (first === undefined) return undefined;
  return refuse('INVALID_REQUEST', `${first.path} ${first.message}.`, faults);
}

/** Refuses a request if the cashier's page is not allowed to load the pictures of the products, or cannot load them. */
function refuseImages({ products }: NewPayment, environment: Environment): Refusal | undefined {
  const faults = products.flatMap(({ imageUrl }, index) => {
    if (imageUrl === undefined) return [];
    const message =
      refuseAddress(imageUrl, environment) ??
      (hasPlainHost(imageUrl) ? undefined : 'must have a host name of letters, digits, dots and hyphens');
    return message === undefined ? [] : [{ path: `products[${index}].image_url`, message }];
  });
  const [first] = faults;
  if (first !== undefined) return refuse('INVALID_REQUEST', `${first.path} ${first.message}.`, faults);
  if (imageOrigins({ products }).length <= MOST_IMAGE_ORIGINS) return undefined;
  const message = `have pictures from more than ${MOST_IMAGE_ORIGINS} hosts`;
  return refuse('INVALID_REQUEST', `products ${message}.`, [{ path: 'products', message }]);
}
