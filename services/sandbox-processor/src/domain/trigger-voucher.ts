import { repeatedCallback } from './deliver.ts';
import { receiveTransfer } from './receive-transfer.ts';
import { settleVoucherRefund } from './refund-voucher.ts';
import type { Trigger } from './trigger.ts';
import { missingMinor, type Voucher, type VoucherChange } from './voucher.ts';

export type VoucherTriggerOutcome =
  | ({ readonly kind: 'triggered' } & VoucherChange)
  | { readonly kind: 'not_possible'; readonly reason: string };

export function triggerVoucher(voucher: Voucher, what: Trigger, now: Date): VoucherTriggerOutcome {
  switch (what) {
    case 'partial_payment':
      return receivePart(voucher, now);
    case 'payment_succeeded':
      return whileOpen(voucher, () => received(voucher, missingMinor(voucher), now));
    case 'amount_mismatch':
      return whileOpen(voucher, () => received(voucher, missingMinor(voucher) + 1, now));
    case 'late_success':
      return voucher.status === 'paid'
        ? notPossible('The voucher is paid already.')
        : received(voucher, missingMinor(voucher), now);
    case 'payment_failed':
      return notPossible('A transfer does not fail: it comes or it does not. Let the voucher end.');
    case 'refunds_held':
      return { kind: 'triggered', voucher: { ...voucher, holdsRefunds: true, updatedAt: now }, events: [] };
    case 'refunds_released':
      return releaseRefunds(voucher, now);
    case 'refund_succeeded':
      return settlePendingRefund(voucher, 'succeeded', now);
    case 'refund_failed':
      return settlePendingRefund(voucher, 'failed', now);
    case 'dispute_opened':
    case 'dispute_won':
    case 'dispute_lost':
      return notPossible('A transfer that the payer has made cannot be disputed.');
    case 'callback_repeated': {
      const repeated = repeatedCallback(voucher, now);
      if ('reason' in repeated) return notPossible(repeated.reason);
      return { kind: 'triggered', voucher: { ...voucher, ...repeated, updatedAt: now }, events: [] };
    }
  }
}

/** Simulates a transfer of half of the missing amount, so that the voucher is still not fully paid. */
function receivePart(voucher: Voucher, now: Date): VoucherTriggerOutcome {
  if (voucher.status === 'paid') return notPossible('The voucher is paid already.');
  const part = Math.floor(missingMinor(voucher) / 2);
  return part === 0
    ? notPossible('The missing amount cannot be divided any more.')
    : received(voucher, part, now);
}

function whileOpen(voucher: Voucher, happen: () => VoucherTriggerOutcome): VoucherTriggerOutcome {
  if (voucher.status === 'open') return happen();
  return notPossible(`The voucher has ended: it is ${voucher.status}.`);
}

function received(voucher: Voucher, amountMinor: number, now: Date): VoucherTriggerOutcome {
  return { kind: 'triggered', ...receiveTransfer(voucher, amountMinor, now) };
}

/** Stops holding the voucher's refunds back. Held refunds then get their usual results, and so do later refunds. */
function releaseRefunds(voucher: Voucher, now: Date): VoucherTriggerOutcome {
  if (!voucher.holdsRefunds) return notPossible('The refunds of the voucher are not held.');
  const refunds = voucher.refunds.map((refund) =>
    refund.status === 'pending' && refund.dueAt === null ? { ...refund, dueAt: now } : refund,
  );
  return {
    kind: 'triggered',
    voucher: { ...voucher, holdsRefunds: false, refunds, updatedAt: now },
    events: [],
  };
}

/** Ends the oldest pending refund now. */
function settlePendingRefund(
  voucher: Voucher,
  status: 'succeeded' | 'failed',
  now: Date,
): VoucherTriggerOutcome {
  const pending = voucher.refunds.find((refund) => refund.status === 'pending');
  if (pending === undefined) {
    return notPossible('The voucher has no pending refund. Hold its refunds first, then ask for one.');
  }
  return { kind: 'triggered', ...settleVoucherRefund(voucher, pending, status, now) };
}

function notPossible(reason: string): VoucherTriggerOutcome {
  return { kind: 'not_possible', reason };
}
