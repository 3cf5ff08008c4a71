import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Voucher } from '../domain/voucher.ts';
import { ApiError } from '../http/api-error.ts';
import { readBody } from '../http/read-body.ts';
import type { ProcessorContext } from '../operations/processor-context.ts';
import { cancelVoucher } from '../operations/vouchers/cancel-voucher.ts';
import { findVoucherByLink } from '../operations/vouchers/find-voucher-by-link.ts';
import { takeTransfer } from '../operations/vouchers/take-transfer.ts';
import { bankPage } from './bank-page.ts';
import { endedVoucherPage } from './ended-voucher-page.ts';
import { englishPages, languageOf } from './page-language.ts';
import { showPage } from './show-page.ts';
import { unknownLinkPage } from './unknown-link-page.ts';
import { voucherPage } from './voucher-page.ts';

/**
 * Adds two pages: the voucher's page for the payer, and the page of a simulated bank, on which testers pay the voucher by hand.
 */
export function addVoucherPages(router: Router, processor: ProcessorContext): void {
  const addPage = (
    path: string,
    show: (context: Context, voucher: Voucher) => void,
    press: (voucher: Voucher, form: URLSearchParams, context: Context) => Promise<string>,
  ): void => {
    router.get(path, async (context) => {
      const voucher = await findVoucherByLink(processor, context.params.id ?? '', context.params.token ?? '');
      if (voucher === null) showUnknown(context);
      else show(context, voucher);
    });
    router.post(path, async (context) => {
      const voucher = await findVoucherByLink(processor, context.params.id ?? '', context.params.token ?? '');
      if (voucher === null) return showUnknown(context);
      const form = new URLSearchParams(await readBody(context));
      context.set('Location', await press(voucher, form, context));
      context.status = 303;
    });
  };

  addPage(
    '/voucher/:id/:token',
    (context, voucher) => {
      const language = languageOf(context);
      const links = { formPath: context.url, bankPath: pathOf('bank', voucher) };
      const page =
        voucher.status === 'open'
          ? voucherPage(voucher, processor.browserFiles.voucherScript, links, language)
          : endedVoucherPage({ ...voucher, status: voucher.status }, language);
      showPage(context, 200, page, language);
    },
    async (voucher, form, context) => {
      if (form.get('decision') !== 'cancel') throw new ApiError('invalid_request', 'decision is: cancel.');
      const cancelled = await cancelVoucher(processor, voucher.id);
      // The payer cancelled too late. Show the page again, which then says that the voucher is paid.
      const isLeft = cancelled.kind === 'answered' && cancelled.voucher.status !== 'paid';
      return isLeft ? voucher.returnUrl : context.url;
    },
  );

  // For developers, like the README.
  addPage(
    '/bank/:id/:token',
    (context, voucher) => {
      const links = { formPath: context.url, voucherPath: pathOf('voucher', voucher) };
      showPage(context, 200, bankPage(voucher, links), englishPages);
    },
    async (voucher, form, context) => {
      const amount = form.get('amount') ?? '';
      if (!/^[1-9][0-9]{0,14}$/.test(amount))
        throw new ApiError('invalid_request', 'amount is a number of minor units.');
      await takeTransfer(processor, voucher.id, () => Number(amount));
      return context.url;
    },
  );
}

function pathOf(page: 'voucher' | 'bank', { id, pageToken }: Voucher): string {
  return `/${page}/${id}/${pageToken}`;
}

function showUnknown(context: Context): void {
  const language = languageOf(context);
  showPage(context, 404, unknownLinkPage(language), language);
}
