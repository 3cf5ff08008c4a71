import type { FaultCheck } from '../report/fault-run.ts';
import { Merchant } from '../traffic/merchant.ts';
import { inParallel, paidOrder } from '../traffic/paid-orders.ts';
import { tellContradictions } from './tell-contradictions.ts';

const AMOUNT_MINOR = 1_000;
const REFUNDS = 50;
const FULL_ORDERS = 200;
const SHORT_ORDERS = 8;
const ORDERS_AT_ONCE = 4;
const refundAmounts = [30, 70, 100, 130, 330, 510] as const;

/** Row 7. */
export const racingRefunds: FaultCheck = {
  title:
    'fault 7: if fifty refunds are requested at two instances at once, Kassa accepts exactly as many as the paid amount allows',
  rows: [7],
  run: async (context) => {
    const { world, mode, random, totals } = context;
    const merchant = await Merchant.onboard(world);
    const draws = random.fork('refund amounts');
    const amounts = Array.from({ length: mode === 'full' ? FULL_ORDERS : SHORT_ORDERS }, () =>
      draws.pick(refundAmounts),
    );
    const orders = await inParallel(amounts.length, 8, (index) =>
      paidOrder(world, merchant, `O${index + 1}`, AMOUNT_MINOR),
    );
    const startedAtMs = performance.now();
    await inParallel(orders.length, ORDERS_AT_ONCE, async (index) => {
      const order = orders[index];
      const amountMinor = amounts[index] ?? 0;
      if (order === undefined) return;
      const outcomes = await Promise.all(
        Array.from({ length: REFUNDS }, (_, refund) =>
          merchant.refund(
            order,
            `${order.number}-R${refund + 1}`,
            amountMinor,
            refund % 2 === 0 ? world.first : world.second,
          ),
        ),
      );
      const accepted = outcomes.filter(({ kind }) => kind === 'accepted').length;
      const fitting = Math.min(Math.floor(AMOUNT_MINOR / amountMinor), REFUNDS);
      if (accepted !== fitting) {
        context.fault(`${order.orderId}: ${accepted} refunds of ${amountMinor} accepted, ${fitting} fit`);
      }
      for (const outcome of outcomes) {
        if (outcome.kind === 'refused' && outcome.code !== 'REFUND_EXCEEDS_AMOUNT') {
          context.fault(`${order.orderId}: a refund was refused with ${outcome.code}`);
        }
      }
    });
    const perSecond = orders.length / ((performance.now() - startedAtMs) / 1000);
    totals.ordersPerSecond = Number(perSecond.toFixed(2));
    context.measure('orders', orders.length);
    context.measure('orders per second', perSecond);
    context.judgeAtTheEnd([merchant], (findings) => tellContradictions(context, findings));
  },
};
