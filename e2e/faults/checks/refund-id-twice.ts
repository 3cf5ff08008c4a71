import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import { type CreatedOrder, Merchant, type RefundOutcome } from '../traffic/merchant.ts';
import { inParallel, paidOrder } from '../traffic/paid-orders.ts';
import { tellContradictions } from './tell-contradictions.ts';

const AMOUNT_MINOR = 1_000;
const REFUND_MINOR = 400;

/** Row 8. */
export const refundIdTwice: FaultCheck = {
  title:
    'fault 8: if a refund ID is used for two orders at once, only one order gets it; if the process is killed during the call, repeating the call completes the refund',
  rows: [8],
  isOnlyInFullForm: true,
  run: async (context) => {
    const { world, mode } = context;
    const merchant = await Merchant.onboard(world);
    const races = mode === 'full' ? 40 : 4;
    await inParallel(races, 4, async (race) => {
      const [left, right] = await twoOrders(context, merchant, `P${race + 1}`);
      const outcomes = await Promise.all([
        merchant.refund(left, `P${race + 1}-R`, REFUND_MINOR, world.first),
        merchant.refund(right, `P${race + 1}-R`, REFUND_MINOR, world.second),
      ]);
      expectOneWinner(context, outcomes);
    });
    const crashes = mode === 'full' ? 10 : 1;
    for (let crash = 1; crash <= crashes; crash += 1) {
      await crashBetween(context, merchant, `C${crash}`, 'the same order');
      await crashBetween(context, merchant, `D${crash}`, 'the other order');
    }
    context.measure('races', races);
    context.judgeAtTheEnd([merchant], (findings) => tellContradictions(context, findings));
  },
};

/**
 * Kills a process just after it has claimed a refund ID for an order. The next request with this ID, for the same order or
 * another, must succeed.
 */
async function crashBetween(
  context: CheckContext,
  merchant: Merchant,
  name: string,
  next: 'the same order' | 'the other order',
): Promise<void> {
  const { world, totals } = context;
  const [left, right] = await twoOrders(context, merchant, name);
  const armed = await world.first.arm('refundClaims.claim:after', 'kill', { orderId: left.orderId });
  const refundTransactionId = `${name}-R`;
  // The merchant sends the request to the first instance, which crashes. The merchant then sends it again to the other
  // instance.
  const finishing =
    next === 'the same order'
      ? merchant.refund(left, refundTransactionId, REFUND_MINOR, world.first)
      : merchant
          .clientOf(world.first)
          .refunds.create({
            transaction_id: refundTransactionId,
            original_transaction_id: left.number,
            amount: '4.00',
            currency_code: 'USD',
          })
          .catch(() => undefined);
  if (!(await armed.reached)) context.fault('the claim was never reached');
  await world.first.ended();
  totals.cycles += 1;
  totals.failPoints.add('refundClaims.claim:after');
  if (next === 'the same order') {
    const outcome = await finishing;
    if (outcome === undefined || !('kind' in outcome) || outcome.kind !== 'accepted') {
      context.fault(`the repetition was not accepted: ${JSON.stringify(outcome)}`);
    }
  } else {
    await finishing;
    const other = await merchant.refund(right, refundTransactionId, REFUND_MINOR);
    const late = await merchant.refund(left, refundTransactionId, REFUND_MINOR);
    if (other.kind !== 'accepted') context.fault(`an ID that was only claimed was not free: ${other.code}`);
    if (late.kind !== 'refused' || late.code !== 'DUPLICATE_REFUND') {
      context.fault(`the ID is on two orders: ${JSON.stringify(late)}`);
    }
  }
  await world.startAll();
}

function expectOneWinner(context: CheckContext, outcomes: readonly RefundOutcome[]): void {
  const accepted = outcomes.filter(({ kind }) => kind === 'accepted');
  const duplicates = outcomes.filter(
    (outcome) => outcome.kind === 'refused' && outcome.code === 'DUPLICATE_REFUND',
  );
  if (accepted.length !== 1 || duplicates.length !== 1) {
    context.fault(`one ID, two orders: ${JSON.stringify(outcomes)}`);
  }
}

async function twoOrders(
  { world }: CheckContext,
  merchant: Merchant,
  name: string,
): Promise<readonly [CreatedOrder, CreatedOrder]> {
  return Promise.all([
    paidOrder(world, merchant, `${name}-1`, AMOUNT_MINOR),
    paidOrder(world, merchant, `${name}-2`, AMOUNT_MINOR),
  ]);
}
