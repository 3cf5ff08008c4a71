import assert from 'node:assert/strict';
import type { Reporting } from './deliver.ts';
import { type Refund, reservedMinor } from './refund.ts';
import { balanceMinor, type Movement } from './voucher-ledger.ts';
import { type VoucherMove, type VoucherStatus, voucherStatusAfter } from './voucher-status.ts';

/** Money requested under a reference: the payer transfers it some day, at once or in parts. */
export interface Voucher extends Reporting {
  readonly status: VoucherStatus;
  readonly amountMinor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** The merchant's own ID for it. */
  readonly reference: string;
  /** What the payer writes on the transfer, so that the money can be matched when it arrives (ISO 11649). */
  readonly transferReference: string;
  readonly returnUrl: string;
  /** Makes the links to the voucher's pages unguessable. */
  readonly pageToken: string;
  /** Distinguishes the repetition of the creating call from another call under the same key. */
  readonly fingerprint: string;
  /** Until when the payer should have paid. */
  readonly dueAt: Date;
  /** When the voucher ends by itself unless it is paid or cancelled before. */
  readonly endsAt: Date;
  readonly ledger: readonly Movement[];
  /** Whether refunds stay pending until a tester settles them. */
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

/** A decided change: the new voucher, and the events to report. */
export interface VoucherChange {
  readonly voucher: Voucher;
  readonly events: readonly VoucherEvent[];
}

/** Moves the status; a move that the table does not allow is a defect of the caller. */
export function movedVoucher(voucher: Voucher, move: VoucherMove, now: Date): Voucher {
  const status = voucherStatusAfter(voucher.status, move);
  assert(status !== undefined, `a voucher that is ${voucher.status} cannot ${move}`);
  return { ...voucher, status, statusAt: now, updatedAt: now };
}

/** The part of the amount that has come. */
export function receivedMinor({ status, ledger, amountMinor }: Voucher): number {
  return status === 'paid' ? amountMinor : balanceMinor(ledger);
}

/** What is still to be transferred; after the voucher's end this is the whole amount again. */
export function missingMinor(voucher: Voucher): number {
  return voucher.amountMinor - receivedMinor(voucher);
}

/** The amount that can still be refunded: without completed and pending refunds. */
export function refundableVoucherMinor({ status, amountMinor, refunds }: Voucher): number {
  return status === 'paid' ? amountMinor - reservedMinor(refunds) : 0;
}
