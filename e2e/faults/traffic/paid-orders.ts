import type { World } from '../world.ts';
import { Consumer, cards } from './consumer.ts';
import type { CreatedOrder, Merchant } from './merchant.ts';

const PATIENCE_MS = 180_000;

/** An order that was paid by card. */
export async function paidOrder(
  world: World,
  merchant: Merchant,
  number: string,
  amountMinor: number,
): Promise<CreatedOrder> {
  const order = await merchant.create(number, amountMinor);
  const isPaid = await new Consumer(world, order).pay(
    { kind: 'card', numbers: [cards.succeeds] },
    PATIENCE_MS,
  );
  if (!isPaid) throw new Error(`order ${number} could not be paid`);
  return order;
}

/** Runs tasks with limited concurrency. */
export async function inParallel<Result>(
  count: number,
  atOnce: number,
  task: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const workOn = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      results[index] = await task(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, workOn));
  return results;
}
