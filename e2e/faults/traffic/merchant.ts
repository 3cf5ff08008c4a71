import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Kassa, KassaError, type RefundResult } from '@kassa/sdk-node';
import type { GatewayInstance } from '../instance/gateway-instance.ts';
import type { AcknowledgedLedger } from '../ledgers/ledgers.ts';
import type { World } from '../world.ts';
import { CALL_TIMEOUT_MS } from './call-recorder.ts';

/** How long a merchant repeats an unanswered call before giving up. */
const PATIENCE_MS = 90_000;
const PAUSE_MS = 100;
const CURRENCY = 'USD';

export interface CreatedOrder {
  readonly number: string;
  readonly orderId: string;
  readonly session: string;
  readonly amountMinor: number;
}

export type RefundOutcome =
  | { readonly kind: 'accepted'; readonly refund: RefundResult }
  | { readonly kind: 'refused'; readonly code: string };

type Changeable<List> = List extends readonly (infer Item)[] ? Item[] : never;

/**
 * A merchant that uses the interface correctly. If a call is not answered, the merchant repeats the identical call at any
 * instance that runs. It records which results the gateway acknowledged.
 */
export class Merchant {
  readonly merchantId: string;
  readonly webhookUrl: string;
  readonly acknowledged: { [Name in keyof AcknowledgedLedger]: Changeable<AcknowledgedLedger[Name]> } = {
    orders: [],
    refunds: [],
    refusedRefunds: [],
  };
  readonly #world: World;
  readonly #privateKey: KeyObject;
  readonly #clients = new Map<GatewayInstance, Kassa>();

  private constructor(world: World, merchantId: string, webhookUrl: string, privateKey: KeyObject) {
    this.#world = world;
    this.merchantId = merchantId;
    this.webhookUrl = webhookUrl;
    this.#privateKey = privateKey;
  }

  static async onboard(world: World): Promise<Merchant> {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const webhookUrl = world.receiver.newUrl();
    const created = await world.operations('POST', '/admin/merchants', {
      name: 'Fault Merchant',
      public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      webhook_url: webhookUrl,
    });
    const { merchant_id, webhook_secret } = created as { merchant_id: string; webhook_secret: string };
    world.receiver.serve(webhookUrl, webhook_secret);
    return new Merchant(world, merchant_id, webhookUrl, privateKey);
  }

  /**
   * Returns a client of the Node SDK that calls one instance. The SDK's own retries are off, because the merchant here repeats
   * calls itself.
   */
  clientOf(instance: GatewayInstance): Kassa {
    let client = this.#clients.get(instance);
    if (client === undefined) {
      client = new Kassa({
        merchantId: this.merchantId,
        privateKey: this.#privateKey,
        baseUrl: instance.merchantUrl,
        maxRetries: 0,
        timeoutMs: CALL_TIMEOUT_MS,
        fetch: this.#world.recorder.fetchFrom(instance),
      });
      this.#clients.set(instance, client);
    }
    return client;
  }

  async create(number: string, amountMinor: number, instance?: GatewayInstance): Promise<CreatedOrder> {
    const { order_id, pay_url } = await this.#untilAnswered(
      (kassa) =>
        kassa.payments.create({
          merchant_transaction_id: number,
          amount: toDecimal(amountMinor),
          currency_code: CURRENCY,
          redirect_url: 'https://shop.example/thanks',
        }),
      instance,
    );
    this.acknowledged.orders.push({ orderId: order_id, number, amountMinor });
    return { number, orderId: order_id, session: pay_url.split('#session=')[1] ?? '', amountMinor };
  }

  async refund(
    order: CreatedOrder,
    number: string,
    amountMinor: number,
    instance?: GatewayInstance,
  ): Promise<RefundOutcome> {
    try {
      const refund = await this.#untilAnswered(
        (kassa) =>
          kassa.refunds.create({
            transaction_id: number,
            original_transaction_id: order.number,
            amount: toDecimal(amountMinor),
            currency_code: CURRENCY,
          }),
        instance,
      );
      this.acknowledged.refunds.push({ number, orderId: order.orderId, amountMinor });
      return { kind: 'accepted', refund };
    } catch (error) {
      if (!(error instanceof KassaError) || error.httpStatus === undefined || error.httpStatus >= 500)
        throw error;
      this.acknowledged.refusedRefunds.push({ number, orderId: order.orderId });
      return { kind: 'refused', code: error.code };
    }
  }

  /** @param first the instance to call first; retries go to running ones */
  async #untilAnswered<Answer>(
    call: (kassa: Kassa) => Promise<Answer>,
    first?: GatewayInstance,
  ): Promise<Answer> {
    const deadline = Date.now() + PATIENCE_MS;
    let preferred = first;
    for (;;) {
      const instance = preferred?.isServing ? preferred : await this.#world.servingInstance();
      preferred = undefined;
      try {
        return await call(this.clientOf(instance));
      } catch (error) {
        const isWorthRepeating = error instanceof KassaError && (error.retryable || error.outcomeUnknown);
        if (!isWorthRepeating || Date.now() > deadline) throw error;
        await delay(PAUSE_MS);
      }
    }
  }
}

/** Formats a number of cents as the decimal string that the interface expects. */
function toDecimal(amountMinor: number): string {
  return `${Math.floor(amountMinor / 100)}.${String(amountMinor % 100).padStart(2, '0')}`;
}
