import { creditorReference } from '../../domain/creditor-reference.ts';
import { later } from '../../domain/timing.ts';
import type { Voucher } from '../../domain/voucher.ts';
import { derivedId, fingerprintOf, newToken } from '../identifiers.ts';
import type { ProcessorContext } from '../processor-context.ts';
import { keyReused, type Refusal } from '../refusal.ts';

export interface VoucherRequest {
  readonly amountMinor: number;
  readonly currency: string;
  readonly reference: string;
  readonly returnUrl: string;
  readonly dueAt: Date;
}

export type VoucherAnswer =
  | { readonly kind: 'answered'; readonly voucher: Voucher; readonly replayed: boolean }
  | Refusal;

/**
 * Creates a voucher. Its ID is derived from the idempotency key. So if several calls have the same key, one creates the voucher
 * and the others find it.
 */
export async function createVoucher(
  context: ProcessorContext,
  key: string,
  request: VoucherRequest,
): Promise<VoucherAnswer> {
  const { amountMinor, currency, reference, returnUrl, dueAt } = request;
  const fingerprint = fingerprintOf([amountMinor, currency, reference, returnUrl, dueAt.toISOString()]);
  const now = context.now();
  const id = derivedId('sbx_vou_', key);
  const voucher: Voucher = {
    id,
    version: 1,
    status: 'open',
    ...request,
    transferReference: creditorReference(twelveDigitsOf(id)),
    pageToken: newToken(),
    fingerprint,
    endsAt: later(dueAt, context.timing.voucherGraceMs),
    ledger: [],
    holdsRefunds: false,
    refunds: [],
    callbacks: [],
    lastCallback: null,
    createdAt: now,
    statusAt: now,
    updatedAt: now,
  };
  if ((await context.vouchers.insert(voucher)) === 'inserted') {
    context.wakeVoucher(voucher);
    return { kind: 'answered', voucher, replayed: false };
  }
  const earlier = await context.vouchers.find(id);
  if (earlier === null) throw new Error(`Voucher ${id} exists but cannot be read.`);
  return earlier.fingerprint === fingerprint
    ? { kind: 'answered', voucher: earlier, replayed: true }
    : keyReused();
}

/**
 * Derives the digits of a voucher's transfer reference from the voucher's ID. There are only twelve digits and no letters,
 * because the payer has to type the reference at a bank.
 */
function twelveDigitsOf(id: string): string {
  const digest = BigInt(`0x${id.slice(id.lastIndexOf('_') + 1)}`);
  return String(digest % 10n ** 12n).padStart(12, '0');
}
