import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { correcting } from './corrected-outcomes.ts';
import { disputeOn, paidOn } from './settled-orders.ts';

export const [FIRST, BACK, AGAIN] = ['2026-11-10', '2026-11-15', '2026-11-20'] as const;

/** An order whose payment was charged back on one day, given back on another, and charged back again on a third. */
export function chargedBackTwice(): PaymentOrder {
  const paid = paidOn(`${FIRST}T08:00:00Z`, { merchantId: 'mer_1', number: 'T1' });
  const opened = disputeOn(`${FIRST}T10:00:00Z`, paid, 'opened', 'dsp_1');
  const won = disputeOn(`${BACK}T10:00:00Z`, opened, 'won', 'dsp_1');
  const finding = { channelReference: 'dsp_1', outcome: 'lost', note: 'Seen.', lost: won.amount } as const;
  const again = concludeDispute(
    won,
    { ...finding, ...correcting(won, 'dsp_1') },
    new Date(`${AGAIN}T10:00:00Z`),
  );
  if (again.kind !== 'concluded') throw new Error(again.reason);
  return again.order;
}
