import { type Static, Type } from 'typebox';
import { ProcessorRefund } from '../sandbox-processor/processor-refunds.ts';

/** The sandbox processor's messages about vouchers, with only the members that the gateway reads. */

export const ProcessorVoucher = Type.Object({
  id: Type.String(),
  status: Type.Enum(['open', 'paid', 'cancelled', 'expired']),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  reference: Type.String(),
  transfer_reference: Type.String(),
  account: Type.Object({ holder: Type.String(), iban: Type.String(), bic: Type.String() }),
  page_url: Type.String(),
});
export type ProcessorVoucher = Static<typeof ProcessorVoucher>;

/** A callback of the sandbox processor. A callback about a refund has the member `refund`; any other has `voucher`. */
export const VoucherCallback = Type.Object({
  id: Type.String(),
  type: Type.String(),
  voucher: Type.Optional(ProcessorVoucher),
  refund: Type.Optional(Type.Intersect([ProcessorRefund, Type.Object({ voucher_id: Type.String() })])),
});
export type VoucherCallback = Static<typeof VoucherCallback>;

const Line = Type.Object({
  kind: Type.Enum(['payment', 'refund']),
  id: Type.String(),
  reference: Type.String(),
  amount_minor: Type.Integer(),
  currency: Type.String(),
  status: Type.Enum(['pending', 'succeeded', 'failed', 'cancelled']),
  at: Type.String(),
});
export type VoucherStatementLine = Static<typeof Line>;

export const VoucherStatement = Type.Object({ lines: Type.Array(Line) });
export type VoucherStatement = Static<typeof VoucherStatement>;
