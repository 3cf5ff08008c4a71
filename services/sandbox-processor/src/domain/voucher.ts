import assert from 'node:assert/strict';
import type { Reporting } from './deliver.ts';
import { type Refund, reservedMinor } from './refund.ts';
import { balanceMinor, type Movement } from './voucher-ledger.ts';
import { type VoucherMove, type VoucherStatus, voucherStatusAfter } from './voucher-status.ts';

/**
 * A request to a payer to pay an amount by bank transfer. The payer gives the voucher's reference, and may transfer the whole
 * amount or several parts of it.
 */
export interface Voucher extends Reporting {
  readonly status: VoucherStatus;
  readonly amountMinor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** The merchant's own ID for it. */
  readonly reference: string;
  /**
   * The reference that the payer writes on a transfer (ISO 11649). When money arrives, its reference tells the processor which
   * voucher it is for.
   */
  readonly transferReference: string;
  readonly returnUrl: string;
  /** A random part of the links to the voucher's pages. Without knowing it, nobody can open the pages. */
  readonly pageToken: string;
  /**
   * A hash of the call that created the voucher. A second call with the same idempotency key is a repetition if its hash is the
   * same, and an error otherwise.
   */
  readonly fingerprint: string;
  /** Until when the payer should have paid. */
  readonly dueAt: Date;
  /** When the voucher expires, unless it is paid or cancelled before that. */
  readonly endsAt: Date;
  readonly ledger: readonly Movement[];
  /** Whether the voucher's refunds stay pending until a tester gives them a result. */
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

/** A change that is decided but not stored yet: the changed voucher, and the events that callbacks will report. */
export interface VoucherChange {
  readonly voucher: Voucher;
  readonly events: readonly VoucherEvent[];
}

/** Changes the status of a voucher. The caller must make sure that the present status allows the change. */
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
 * Returns the part of the voucher's amount that has not arrived. It is the whole amount if the voucher was cancelled or
 * expired, because the processor then sends back the parts that had arrived.
 */
export function missingMinor(voucher: Voucher): number {
  return voucher.amountMinor - receivedMinor(voucher);
}

/** Returns how much of a voucher can still be refunded: the paid amount without completed and pending refunds. */
export function refundableVoucherMinor({ status, amountMinor, refunds }: Voucher): number {
  return status === 'paid' ? amountMinor - reservedMinor(refunds) : 0;
}
