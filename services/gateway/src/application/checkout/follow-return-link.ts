import type { ReturnedMark } from '@kassa/contracts';
import { issueSession, payUrlOf } from '../../domain/checkout-session.ts';
import type { Environment } from '../../domain/environment.ts';
import type { ServerKeys } from '../../domain/expiring-key.ts';
import { refuseReturnAddress } from '../../domain/merchant/allowed-origins.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { checkReturnKey } from '../../domain/return-link.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { OrderLookup } from '../../ports/order-repository.ts';
import type { ReturnParameters } from '../../ports/payment-channel.ts';
import type { TakeReturn } from '../channels/take-return.ts';
import { findOrTombstone } from '../find-or-tombstone.ts';

const returned: ReturnedMark = '&returned=1';

export type ReturnTarget =
  | {
      readonly kind: 'leads_on';
      readonly url: string;
      /**
       * The sites that may show the redirect in a frame. If the consumer was on a processor's page in a frame, the redirect
       * takes place in the same frame.
       */
      readonly framedBy: readonly string[];
    }
  /**
   * The return link is forged or expired, is for another order, or names an order that does not exist. The answer does not
   * reveal which of these is true.
   */
  | { readonly kind: 'unknown' };

interface Dependencies {
  readonly orders: OrderLookup;
  readonly merchants: MerchantRepository;
  readonly takeReturn: TakeReturn;
  readonly clock: Clock;
  readonly sessionKeys: ServerKeys;
  readonly cashierUrl: string;
  readonly environment: Environment;
}

/** Sends a consumer who returns from a processor's page on to the merchant's own page or the cashier. */
export class FollowReturnLink {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param parameters what the processor's page added to the link's address; ignored if the link's key is not genuine */
  async execute(
    orderId: string,
    attemptId: string,
    key: string,
    parameters: ReturnParameters = {},
  ): Promise<ReturnTarget> {
    const verdict = checkReturnKey(key, orderId, attemptId, this.#deps.sessionKeys, this.#deps.clock.now());
    if (verdict !== 'valid') return { kind: 'unknown' };
    const order = await findOrTombstone(this.#deps.orders, orderId);
    const attempt = order?.attempts.find((candidate) => candidate.attemptId === attemptId);
    if (order === undefined || 'place' in order || attempt === undefined) return { kind: 'unknown' };

    await this.#deps.takeReturn.execute(order, attempt, parameters);
    const allowedOrigins = (await this.#deps.merchants.find(order.merchantId))?.allowedOrigins ?? [];
    const { returnUrl } = attempt;
    // Check the return page again: since the payment started, the merchant may have removed the page's origin from the allowed
    // origins.
    if (
      returnUrl === null ||
      refuseReturnAddress(returnUrl, allowedOrigins, this.#deps.environment) !== undefined
    ) {
      return { kind: 'leads_on', url: this.#cashierOf(order), framedBy: allowedOrigins };
    }
    const { href, origin } = new URL(returnUrl);
    return { kind: 'leads_on', url: href, framedBy: [...new Set([...allowedOrigins, origin])] };
  }

  /**
   * Returns the address of the cashier, with a parameter that tells the page that the consumer is returning. In a browser that
   * stores no data, the page could not know this without the parameter.
   */
  #cashierOf({ orderId, expiresAt }: PaymentOrder): string {
    const session = issueSession(orderId, expiresAt, this.#deps.sessionKeys);
    return payUrlOf(this.#deps.cashierUrl, orderId, session) + returned;
  }
}
