import { movedVoucher, receivedMinor, type Voucher, type VoucherChange } from './voucher.ts';
import { type Movement, withReturn } from './voucher-ledger.ts';

/**
 * Books money that a payer has transferred for a voucher. Once the full amount has arrived, the voucher is paid, and any
 * surplus goes back to the payer.
 *
 * After a voucher was cancelled or has expired, a transfer of less than the full amount goes back immediately. A transfer of the
 * full amount still pays the voucher, late. The processor reports this late payment to the shop, because only the shop can
 * decide whether to keep the money.
 */
export function receiveTransfer(voucher: Voucher, amountMinor: number, now: Date): VoucherChange {
  const received: Movement = { kind: 'received', amountMinor, at: now };
  const booked: Voucher = { ...voucher, ledger: [...voucher.ledger, received], updatedAt: now };
  switch (voucher.status) {
    case 'open': {
      const surplus = receivedMinor(booked) - voucher.amountMinor;
      if (surplus < 0) return { voucher: booked, events: [{ type: 'voucher.partly_paid' }] };
      return paid(movedVoucher(booked, 'pay', now), surplus, now);
    }
    case 'paid':
      return { voucher: sentBack(booked, amountMinor, 'surplus', now), events: [] };
    case 'cancelled':
    case 'expired': {
      const surplus = amountMinor - voucher.amountMinor;
      if (surplus < 0) return { voucher: sentBack(booked, amountMinor, 'voucher_ended', now), events: [] };
      return paid(movedVoucher(booked, 'pay_late', now), surplus, now);
    }
  }
}

function paid(voucher: Voucher, surplusMinor: number, now: Date): VoucherChange {
  return { voucher: sentBack(voucher, surplusMinor, 'surplus', now), events: [{ type: 'voucher.paid' }] };
}

function sentBack(
  voucher: Voucher,
  amountMinor: number,
  reason: 'surplus' | 'voucher_ended',
  now: Date,
): Voucher {
  return { ...voucher, ledger: withReturn(voucher.ledger, amountMinor, reason, now) };
}
