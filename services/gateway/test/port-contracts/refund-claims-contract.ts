import { expect, test } from 'vitest';
import type { RefundClaims } from '../../src/ports/refund-claims.ts';
import type { Instances } from './instances.ts';

/** The contract of every RefundClaims. */
export function refundClaimsContract(open: () => Instances<RefundClaims>): void {
  test('a refund ID belongs to the order that claimed it first', async () => {
    const [one, other] = open();
    expect(await one.claim('mer_1', 'R1', 'ord_a')).toEqual({ orderId: 'ord_a', epoch: 1 });
    expect(await other.claim('mer_1', 'R1', 'ord_b')).toEqual({ orderId: 'ord_a', epoch: 1 });
    expect(await other.find('mer_1', 'R1')).toEqual({ orderId: 'ord_a', epoch: 1 });
  });

  test('an unclaimed refund ID is not found, and finding claims nothing', async () => {
    const [one] = open();
    expect(await one.find('mer_1', 'R1')).toBeUndefined();
    expect(await one.claim('mer_1', 'R1', 'ord_b')).toEqual({ orderId: 'ord_b', epoch: 1 });
  });

  test('merchants do not see each other’s refund IDs', async () => {
    const [one] = open();
    await one.claim('mer_1', 'R1', 'ord_a');
    expect(await one.claim('mer_2', 'R1', 'ord_b')).toEqual({ orderId: 'ord_b', epoch: 1 });
  });

  test('one of many concurrent callers claims a refund ID, and all of them learn which', async () => {
    const instances = open();
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        instances[index % instances.length]?.claim('mer_1', 'R1', `ord_${index}`),
      ),
    );
    const held = await instances[0].find('mer_1', 'R1');
    expect(new Set(claims.map((claim) => claim?.orderId))).toEqual(new Set([held?.orderId]));
  });

  test('a claim moves to another order only from its present one, and gets a new epoch', async () => {
    const [one, other] = open();
    const first = await one.claim('mer_1', 'R1', 'ord_a');
    expect(await other.move('mer_1', 'R1', first, 'ord_b')).toEqual({ orderId: 'ord_b', epoch: 2 });
    expect(await one.move('mer_1', 'R1', first, 'ord_c')).toBe('lost');
    expect(await one.find('mer_1', 'R1')).toEqual({ orderId: 'ord_b', epoch: 2 });
    expect(await one.move('mer_1', 'R1', { orderId: 'ord_b', epoch: 2 }, 'ord_a')).toEqual({
      orderId: 'ord_a',
      epoch: 3,
    });
    // The same order has the refund ID again, but under another epoch, so the old claim no longer holds.
    expect(await one.move('mer_1', 'R1', first, 'ord_c')).toBe('lost');
  });

  test('a claim can be renewed for the same order', async () => {
    const [one] = open();
    const first = await one.claim('mer_1', 'R1', 'ord_a');
    expect(await one.move('mer_1', 'R1', first, 'ord_a')).toEqual({ orderId: 'ord_a', epoch: 2 });
  });

  test('one of many moves at once wins', async () => {
    const instances = open();
    const first = await instances[0].claim('mer_1', 'R1', 'ord_a');
    const moves = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        instances[index % instances.length]?.move('mer_1', 'R1', first, `ord_${index}`),
      ),
    );
    const won = moves.filter((move) => move !== 'lost');
    expect(won).toHaveLength(1);
    expect(await instances[0].find('mer_1', 'R1')).toEqual(won[0]);
  });
}
