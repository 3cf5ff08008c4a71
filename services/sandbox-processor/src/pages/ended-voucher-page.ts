import type { Voucher } from '../domain/voucher.ts';
import type { VoucherStatus } from '../domain/voucher-status.ts';
import { amountText } from './amount-text.ts';
import { html, nothing } from './html.ts';
import type { Page } from './layout.ts';
import type { PageLanguage } from './page-language.ts';

/** The page that a voucher's link opens once no transfer is needed any more. */
export function endedVoucherPage(
  voucher: Voucher & { readonly status: Exclude<VoucherStatus, 'open'> },
  { code, texts }: PageLanguage,
): Page {
  const { standing, moneyGoesBack } = texts.voucher;
  const title = standing[voucher.status];
  const isPaid = voucher.status === 'paid';
  return {
    title,
    width: 'narrow',
    content: html`<section class="panel">
<p class="symbol ${isPaid ? 'good' : 'bad'}" aria-hidden="true">${isPaid ? '✓' : '✕'}</p>
<h1>${title}</h1>
${isPaid ? nothing : html`<p class="lead">${moneyGoesBack}</p>`}
<p class="amount"><bdi>${amountText(voucher.amountMinor, voucher.currency, code)}</bdi></p>
<p class="actions"><a class="primary" href="${voucher.returnUrl}">${texts.backToShop}</a></p>
</section>`,
  };
}
