import type { Voucher } from '../../domain/voucher.ts';
import { isSameToken } from '../identifiers.ts';
import type { ProcessorContext } from '../processor-context.ts';

/** Finds the voucher whose page a link opens. Null if the processor has never given out that link. */
export async function findVoucherByLink(
  context: ProcessorContext,
  voucherId: string,
  token: string,
): Promise<Voucher | null> {
  const voucher = await context.vouchers.find(voucherId);
  return voucher !== null && isSameToken(token, voucher.pageToken) ? voucher : null;
}
