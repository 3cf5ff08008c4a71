import { hasTooManyAttempts } from '../../domain/attempt/open-attempt.ts';
import { type AttemptOpening, isAttemptAlive } from '../../domain/attempt/payment-attempt.ts';
import type { Environment } from '../../domain/environment.ts';
import { takesPayments } from '../../domain/merchant/merchant-life.ts';
import { latestAttempt, type PaymentOrder } from '../../domain/order/payment-order.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { ChannelCheckout, ChannelMethod } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import { methodOfAttempt } from './method-of-attempt.ts';
import { mayTakeCardNumbers } from './opening-refusals.ts';
import type { RoutePayment } from './route-payment.ts';

/** A payment method that the consumer can choose. */
export interface OfferedMethod extends ChannelMethod {
  /**
   * How the page will have to show the method. Absent if only the channel's answer to the opening of the payment decides this.
   */
  readonly renderType?: AttemptOpening['renderType'];
}

interface Dependencies {
  readonly routePayment: RoutePayment;
  readonly channels: ChannelLookup<ChannelCheckout>;
  readonly merchants: MerchantRepository;
  readonly environment: Environment;
}

/** Lists the methods with which a consumer can pay an order now, in the order in which the page shows them. */
export class ListPaymentMethods {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Returns the payment methods of an order; none if the merchant takes no payments at present. */
  async execute(order: PaymentOrder): Promise<readonly OfferedMethod[]> {
    const merchant = await this.#deps.merchants.find(order.merchantId);
    if (merchant === undefined || !takesPayments(merchant)) return [];
    const isCardAllowed = mayTakeCardNumbers(merchant, this.#deps.environment);
    const routed = await this.#deps.routePayment.execute(order, merchant);
    const offered = routed
      .flatMap(({ method }) => method ?? [])
      .map((method) => (method.takesCardNumbers && isCardAllowed ? shownAs('OWN_FORM', method) : method));
    const begun = await this.#begun(order);
    const listed = begun === undefined ? offered : withBegun(begun, offered);
    if (!hasTooManyAttempts(order)) return listed;
    // The gateway will refuse to open another attempt. The page learns this only when it tries. Until then, it must show
    // neither a form nor a wallet.
    return listed.map((method) => (method.code === begun?.code ? method : withoutPromises(method)));
  }

  /**
   * Returns the payment method of an attempt that the consumer has already started. The consumer can still use this method,
   * with the same description, even if it is no longer offered for new attempts.
   */
  async #begun(order: PaymentOrder): Promise<ReturnType<typeof shownAs> | undefined> {
    const attempt = latestAttempt(order);
    if (attempt === undefined || attempt.opening === null || !isAttemptAlive(attempt)) return undefined;
    const { renderType } = attempt.opening;
    const method = await methodOfAttempt(this.#deps.channels, order, attempt);
    return method && shownAs(renderType, method);
  }
}

/** While the attempt is open, the consumer pays with it, even if a new attempt would go to another channel. */
function withBegun(
  begun: ReturnType<typeof shownAs>,
  offered: readonly OfferedMethod[],
): readonly OfferedMethod[] {
  const { code, renderType } = begun;
  return offered.some((method) => method.code === code)
    ? offered.map((method) => (method.code === code ? shownAs(renderType, method) : method))
    : [begun, ...offered];
}

function withoutPromises({
  renderType: _renderType,
  express: _express,
  ...method
}: OfferedMethod): OfferedMethod {
  return method;
}

function shownAs(renderType: AttemptOpening['renderType'], method: ChannelMethod) {
  return { ...method, renderType };
}
