import assert from 'node:assert/strict';
import type { Reporting } from './deliver.ts';
import { type Refund, reservedMinor } from './refund.ts';
import { balanceMinor, type Movement } from './voucher-ledger.ts';
import { type VoucherMove, type VoucherStatus, voucherStatusAfter } from './voucher-status.ts';

/**
 * A request to pay an amount by bank transfer. The payer names its reference and may transfer the amount at once or in parts.
 */
export interface Voucher extends Reporting {
  readonly status: VoucherStatus;
  readonly amountMinor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** The merchant's own ID for it. */
  readonly reference: string;
  /** What the payer writes on the transfer. By this reference (ISO 11649), the processor matches the money to the voucher. */
  readonly transferReference: string;
  readonly returnUrl: string;
  /** A random part of the links to the voucher's pages, so that nobody can guess them. */
  readonly pageToken: string;
  /** A hash of the call that created the voucher. It tells a repetition of that call from another call with the same key. */
  readonly fingerprint: string;
  /** Until when the payer should have paid. */
  readonly dueAt: Date;
  /** When the voucher expires, unless it is paid or cancelled before. */
  readonly endsAt: Date;
  readonly ledger: readonly Movement[];
  /** Whether refunds stay pending until a tester gives them a result. */
  readonly holdsRefunds: boolean;
  readonly refunds: readonly VoucherRefund[];
  readonly createdAt: Date;
  /** When it reached its status. */
  readonly statusAt: Date;
  readonly updatedAt: Date;
}

export type VoucherRefund = Omit<Refund, 'paymentId'>;

/** An event that a callback reports. */
export type VoucherEvent =
  | { readonly type: 'voucher.partly_paid' | 'voucher.paid' | 'voucher.cancelled' | 'voucher.expired' }
  | {
      readonly type: 'voucher.refund.succeeded' | 'voucher.refund.failed';
      readonly refund: VoucherRefund;
    };

/** A change that was decided but not stored yet: the changed voucher, and the events to report. */
export interface VoucherChange {
  readonly voucher: Voucher;
  readonly events: readonly VoucherEvent[];
}

/** Changes the status. A move that the table of moves does not allow is a bug in the caller. */
export function movedVoucher(voucher: Voucher, move: VoucherMove, now: Date): Voucher {
  const status = voucherStatusAfter(voucher.status, move);
  assert(status !== undefined, `a voucher that is ${voucher.status} cannot ${move}`);
  return { ...voucher, status, statusAt: now, updatedAt: now };
}

/** The part of the amount that has come. */
export function receivedMinor({ status, ledger, amountMinor }: Voucher): number {
  return status === 'paid' ? amountMinor : balanceMinor(ledger);
}

/**
 * The amount that the payer must still transfer. When a voucher ends, parts that had arrived go back, so it is the whole amount
 * again.
 */
export function missingMinor(voucher: Voucher): number {
  return voucher.amountMinor - receivedMinor(voucher);
}

/** The amount that can still be refunded: the paid amount, less completed and pending refunds. */
export function refundableVoucherMinor({ status, amountMinor, refunds }: Voucher): number {
  return status === 'paid' ? amountMinor - reservedMinor(refunds) : 0;
}
