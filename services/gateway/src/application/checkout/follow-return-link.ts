import type { ReturnedMark } from '@kassa/contracts';
import { issueSession, payUrlOf } from '../../domain/checkout-session.ts';
import type { Environment } from '../../domain/environment.ts';
import type { ServerKeys } from '../../domain/expiring-key.ts';
import { refuseReturnAddress } from '../../domain/merchant/allowed-origins.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { checkReturnKey } from '../../domain/return-link.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { OrderRepository } from '../../ports/order-repository.ts';
import type { ReturnParameters } from '../../ports/payment-channel.ts';
import type { TakeReturn } from '../channels/take-return.ts';

const returned: ReturnedMark = '&returned=1';

export type ReturnTarget =
  | {
      readonly kind: 'leads_on';
      readonly url: string;
      /** Whose pages may have shown the processor's page, and so this one, in a frame. */
      readonly framedBy: readonly string[];
    }
  /** Forged, expired, another order's, or of an order that is none: nothing tells which. */
  | { readonly kind: 'unknown' };

interface Dependencies {
  readonly orders: OrderRepository;
  readonly merchants: MerchantRepository;
  readonly takeReturn: TakeReturn;
  readonly clock: Clock;
  readonly sessionKeys: ServerKeys;
  readonly cashierUrl: string;
  readonly environment: Environment;
}

/** Leads a consumer on who comes back from a processor's page: to the merchant's own page or the cashier. */
export class FollowReturnLink {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** @param parameters what the processor's page added to the address; looked at only under a genuine key */
  async execute(
    orderId: string,
    attemptId: string,
    key: string,
    parameters: ReturnParameters = {},
  ): Promise<ReturnTarget> {
    const verdict = checkReturnKey(key, orderId, attemptId, this.#deps.sessionKeys, this.#deps.clock.now());
    if (verdict !== 'valid') return { kind: 'unknown' };
    const order = await this.#deps.orders.find(orderId);
    const attempt = order?.attempts.find((candidate) => candidate.attemptId === attemptId);
    if (order === undefined || attempt === undefined) return { kind: 'unknown' };

    await this.#deps.takeReturn.execute(orderId, attempt, parameters);
    const allowedOrigins = (await this.#deps.merchants.find(order.merchantId))?.allowedOrigins ?? [];
    const { returnUrl } = attempt;
    // What was allowed when the payment began may have been taken back since.
    if (
      returnUrl === null ||
      refuseReturnAddress(returnUrl, allowedOrigins, this.#deps.environment) !== undefined
    ) {
      return { kind: 'leads_on', url: this.#cashierOf(order), framedBy: allowedOrigins };
    }
    const { href, origin } = new URL(returnUrl);
    return { kind: 'leads_on', url: href, framedBy: [...new Set([...allowedOrigins, origin])] };
  }

  /** The cashier is told that its consumer comes back: where nothing is kept, it could not know. */
  #cashierOf({ orderId, expiresAt }: PaymentOrder): string {
    const session = issueSession(orderId, expiresAt, this.#deps.sessionKeys);
    return payUrlOf(this.#deps.cashierUrl, orderId, session) + returned;
  }
}
