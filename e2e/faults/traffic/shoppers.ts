import type { SeededRandom } from '../seeded-random.ts';
import type { World } from '../world.ts';
import { Consumer, cards, type WayToPay } from './consumer.ts';
import type { Merchant } from './merchant.ts';

const PATIENCE_MS = 4_000;

/**
 * What one shopper will do. The plan depends only on the seed of the run and on the shopper's number, so it can be repeated.
 */
interface ShoppingPlan {
  readonly amountMinor: number;
  readonly way: WayToPay;
  readonly refunds: readonly { readonly amountMinor: number; readonly isRepeated: boolean }[];
  readonly areRefundsRacing: boolean;
}

/** Traffic of shoppers who order, pay and get partial refunds. It continues until it is stopped. */
export class Shoppers {
  readonly #world: World;
  readonly #merchant: Merchant;
  readonly #random: SeededRandom;
  readonly #running: Promise<void>[] = [];
  #begun = 0;
  #isStopping = false;
  readonly failures: string[] = [];
  paid = 0;

  constructor(world: World, merchant: Merchant, random: SeededRandom) {
    this.#world = world;
    this.#merchant = merchant;
    this.#random = random;
  }

  start(atOnce: number): void {
    for (let lane = 0; lane < atOnce; lane += 1) this.#running.push(this.#shopOn());
  }

  get begun(): number {
    return this.#begun;
  }

  /** Stops the traffic. Shoppers who are already active finish first. Their orders may end in any state. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#running);
  }

  async #shopOn(): Promise<void> {
    while (!this.#isStopping) {
      this.#begun += 1;
      const number = `S${this.#begun}`;
      try {
        await this.#shop(number, planOf(this.#random.fork(number)));
      } catch (error) {
        this.failures.push(`${number}: ${error instanceof Error ? error.message : error}`);
      }
    }
  }

  async #shop(number: string, plan: ShoppingPlan): Promise<void> {
    const order = await this.#merchant.create(number, plan.amountMinor);
    const isPaid = await new Consumer(this.#world, order).pay(plan.way, PATIENCE_MS, () => this.#isStopping);
    if (!isPaid) return;
    this.paid += 1;
    const refundOnce = async (index: number, amountMinor: number, isRepeated: boolean): Promise<void> => {
      const refundTransactionId = `${number}-R${index + 1}`;
      const first = await this.#merchant.refund(order, refundTransactionId, amountMinor);
      if (isRepeated && first.kind === 'accepted')
        await this.#merchant.refund(order, refundTransactionId, amountMinor);
    };
    const refunds = plan.refunds.map(
      ({ amountMinor, isRepeated }, index) =>
        () =>
          refundOnce(index, amountMinor, isRepeated),
    );
    if (plan.areRefundsRacing) await Promise.all(refunds.map((refund) => refund()));
    else for (const refund of refunds) await refund();
  }
}

function planOf(random: SeededRandom): ShoppingPlan {
  const amountMinor = random.between(500, 5_000);
  return {
    amountMinor,
    way: wayOf(random),
    // Plan up to four refunds, each of up to half the amount of the order. Together they can exceed the amount, so that the
    // gateway must refuse some.
    refunds: Array.from({ length: random.between(0, 4) }, () => ({
      amountMinor: random.between(1, Math.ceil(amountMinor / 2)),
      isRepeated: random.chance(0.2),
    })),
    areRefundsRacing: random.chance(0.5),
  };
}

function wayOf(random: SeededRandom): WayToPay {
  const share = random.next();
  if (share < 0.55) return { kind: 'card', numbers: [cards.succeeds] };
  if (share < 0.63) return { kind: 'card', numbers: [cards.declined, cards.succeeds] };
  if (share < 0.71) return { kind: 'card_with_challenge' };
  if (share < 0.79) return { kind: 'wallet' };
  if (share < 0.87) return { kind: 'wallet_after_card_form' };
  if (share < 0.92) return { kind: 'card', numbers: [cards.refundFails] };
  return { kind: 'card', numbers: [cards.disputed] };
}
