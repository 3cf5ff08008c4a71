import type { Voucher } from '../../domain/voucher.ts';
import { isSameToken } from '../identifiers.ts';
import type { ProcessorContext } from '../processor-context.ts';

/** The voucher that a page's link leads to; null when the link is not one that the processor gave out. */
export async function findVoucherByLink(
  context: ProcessorContext,
  voucherId: string,
  token: string,
): Promise<Voucher | null> {
  const voucher = await context.vouchers.find(voucherId);
  return voucher !== null && isSameToken(token, voucher.pageToken) ? voucher : null;
}
