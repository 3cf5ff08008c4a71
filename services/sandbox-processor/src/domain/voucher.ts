import assert from 'node:assert/strict';
import type { Reporting } from './deliver.ts';
import { type Refund, reservedMinor } from './refund.ts';
import { balanceMinor, type Movement } from './voucher-ledger.ts';
import { type VoucherMove, type VoucherStatus, voucherStatusAfter } from './voucher-status.ts';

/** Money that is asked for by a reference: the payer transfers it some day, in one piece or in several. */
export interface Voucher extends Reporting {
  readonly status: VoucherStatus;
  readonly amountMinor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** The merchant's own number for it. */
  readonly reference: string;
  /** What the payer writes on the transfer, by which the money is known when it comes (ISO 11649). */
  readonly transferReference: string;
  readonly returnUrl: string;
  /** Makes the links to the voucher's pages unguessable. */
  readonly pageToken: string;
  /** Tells the repetition of the call that made it from another call under the same key. */
  readonly fingerprint: string;
  /** Until when the payer is asked to have paid. */
  readonly dueAt: Date;
  /** When the voucher ends by itself unless it is paid or cancelled before. */
  readonly endsAt: Date;
  readonly ledger: readonly Movement[];
  /** Whether refunds stay pending until a tester settles them. */
  readonly holdsRefunds: boolean;
  readonly refunds: readonly VoucherRefund[];
  readonly createdAt: Date;
  /** When it came to its status. */
  readonly statusAt: Date;
  readonly updatedAt: Date;
}

export type VoucherRefund = Omit<Refund, 'paymentId'>;

/** What the outside is told about a change. */
export type VoucherEvent =
  | { readonly type: 'voucher.partly_paid' | 'voucher.paid' | 'voucher.cancelled' | 'voucher.expired' }
  | {
      readonly type: 'voucher.refund.succeeded' | 'voucher.refund.failed';
      readonly refund: VoucherRefund;
    };

/** A decided change: the voucher as it shall be, and what to tell about it. */
export interface VoucherChange {
  readonly voucher: Voucher;
  readonly events: readonly VoucherEvent[];
}

/** Moves the status; a move that the table does not have is a defect of the caller. */
export function movedVoucher(voucher: Voucher, move: VoucherMove, now: Date): Voucher {
  const status = voucherStatusAfter(voucher.status, move);
  assert(status !== undefined, `a voucher that is ${voucher.status} cannot ${move}`);
  return { ...voucher, status, statusAt: now, updatedAt: now };
}

/** What has come of an amount that is still waited for. */
export function receivedMinor({ status, ledger, amountMinor }: Voucher): number {
  return status === 'paid' ? amountMinor : balanceMinor(ledger);
}

/** What is still to be transferred; the whole amount again once the voucher has ended. */
export function missingMinor(voucher: Voucher): number {
  return voucher.amountMinor - receivedMinor(voucher);
}

/** What may still be refunded: nothing that is refunded or being refunded. */
export function refundableVoucherMinor({ status, amountMinor, refunds }: Voucher): number {
  return status === 'paid' ? amountMinor - reservedMinor(refunds) : 0;
}
