import type Router from '@koa/router';
import type { Context } from 'koa';
import { statementLineView, voucherRefundView, voucherView } from '../api/voucher-view.ts';
import { statementLines } from '../domain/voucher-statement.ts';
import type { ProcessorContext } from '../operations/processor-context.ts';
import { cancelVoucher } from '../operations/vouchers/cancel-voucher.ts';
import { createVoucher, type VoucherAnswer } from '../operations/vouchers/create-voucher.ts';
import { pullVoucherTrigger } from '../operations/vouchers/pull-voucher-trigger.ts';
import { refundVoucher } from '../operations/vouchers/refund-voucher.ts';
import { takeTransfer } from '../operations/vouchers/take-transfer.ts';
import { ApiError } from './api-error.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { limitOf, referenceOf } from './query.ts';
import { checkedReturnUrl } from './return-url.ts';
import {
  cancelPaymentSchema,
  createVoucherSchema,
  refundVoucherSchema,
  transferSchema,
  triggerSchema,
} from './schemas.ts';
import { bodyReader } from './validated-body.ts';

const readCreate = bodyReader(createVoucherSchema);
const readCancel = bodyReader(cancelPaymentSchema);
const readRefund = bodyReader(refundVoucherSchema);
const readTransfer = bodyReader(transferSchema);
const readTrigger = bodyReader(triggerSchema);

export function addVoucherRoutes(router: Router, processor: ProcessorContext): void {
  readingRoutes(router, processor);
  const answer = (context: Context, status: number, result: VoucherAnswer): void => {
    if (result.kind === 'refused') throw new ApiError(result.code, result.message);
    if (result.replayed) context.set('Idempotent-Replayed', 'true');
    context.status = status;
    context.body = voucherView(result.voucher, processor.publicBaseUrl);
  };
  router.post('/v1/vouchers', async (context) => {
    const key = idempotencyKey(context);
    const body = await readCreate(context);
    const request = {
      amountMinor: body.amount_minor,
      currency: body.currency,
      reference: body.reference,
      returnUrl: checkedReturnUrl(body.return_url),
      dueAt: momentOf(body.due_at, 'due_at'),
    };
    answer(context, 201, await createVoucher(processor, key, request));
  });

  router.post('/v1/vouchers/:id/cancel', async (context) => {
    idempotencyKey(context);
    await readCancel(context);
    answer(context, 200, await cancelVoucher(processor, context.params.id ?? ''));
  });

  router.post('/v1/vouchers/:id/refunds', async (context) => {
    const key = idempotencyKey(context);
    const body = await readRefund(context);
    const voucherId = context.params.id ?? '';
    const result = await refundVoucher(processor, voucherId, key, {
      amountMinor: body.amount_minor,
      currency: body.currency,
      reference: body.reference,
    });
    if (result.kind === 'refused') throw new ApiError(result.code, result.message);
    if (result.replayed) context.set('Idempotent-Replayed', 'true');
    context.status = 201;
    context.body = voucherRefundView(result.refund, voucherId);
  });

  // Lets testers transfer money for a voucher. A real processor has no such route.
  router.post('/control/vouchers/:id/transfers', async (context) => {
    const { amount_minor: amountMinor } = await readTransfer(context);
    answer(context, 200, await takeTransfer(processor, context.params.id ?? '', () => amountMinor));
  });

  router.post('/control/vouchers/:id/trigger', async (context) => {
    const { what } = await readTrigger(context);
    answer(context, 200, await pullVoucherTrigger(processor, context.params.id ?? '', what));
  });
}

function readingRoutes(router: Router, processor: ProcessorContext): void {
  const found = async (context: Context & { params: Record<string, string> }) => {
    const voucher = await processor.vouchers.find(context.params.id ?? '');
    if (voucher === null) throw new ApiError('voucher_not_found', 'There is no voucher with this id.');
    return voucher;
  };

  router.get('/v1/vouchers/statement', async (context) => {
    const [from, to] = [momentOf(context.query.from, 'from'), momentOf(context.query.to, 'to')];
    const changed = await processor.vouchers.changedSince(from);
    const lines = changed.flatMap((voucher) => statementLines(voucher, from, to));
    context.body = { lines: lines.map(statementLineView) };
  });

  router.get('/v1/vouchers/:id', async (context) => {
    context.body = voucherView(await found(context), processor.publicBaseUrl);
  });

  router.get('/v1/vouchers', async (context) => {
    const vouchers = await processor.vouchers.list(referenceOf(context), limitOf(context));
    context.body = { vouchers: vouchers.map((voucher) => voucherView(voucher, processor.publicBaseUrl)) };
  });

  router.get('/v1/vouchers/:id/refunds', async (context) => {
    const reference = referenceOf(context);
    const { id, refunds } = await found(context);
    const asked = refunds.filter((refund) => reference === undefined || refund.reference === reference);
    context.body = { refunds: asked.map((refund) => voucherRefundView(refund, id)) };
  });
}

function momentOf(text: string | string[] | undefined, name: string): Date {
  const moment = new Date(typeof text === 'string' ? text : Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new ApiError('invalid_request', `\`${name}\` must be a time in RFC 3339, sent once.`);
  return moment;
}
