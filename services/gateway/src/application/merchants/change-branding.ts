import { type LogoReading, readLogo } from '../../domain/merchant/logo.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import type { LogoStore } from '../../ports/logo-store.ts';
import type { CashierSettings, MerchantRepository } from '../../ports/merchant-repository.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { ShowMerchant } from './show-merchant.ts';

/** What is left out stays as it is; null takes it away. */
export interface BrandingChange {
  readonly accentColor?: string | null;
  readonly logo?: Buffer | null;
}

/** Gives the hosted cashier a merchant's colour and logo. */
export class ChangeBranding {
  readonly #merchants: MerchantRepository;
  readonly #logos: LogoStore;
  readonly #showMerchant: ShowMerchant;

  constructor(deps: { merchants: MerchantRepository; logos: LogoStore; showMerchant: ShowMerchant }) {
    this.#merchants = deps.merchants;
    this.#logos = deps.logos;
    this.#showMerchant = deps.showMerchant;
  }

  async execute(
    merchantId: string,
    { logo, ...change }: BrandingChange,
  ): Promise<{ readonly kind: 'found'; readonly merchant: Merchant } | Refusal> {
    const reading = logo ? readLogo(logo) : undefined;
    if (reading?.kind === 'refused') {
      return refuse('INVALID_REQUEST', `logo ${reading.reason}.`, [
        { path: 'logo', message: reading.reason },
      ]);
    }
    // Before anything is kept for a merchant that is none.
    const found = await this.#showMerchant.execute(merchantId);
    if (found.kind === 'refused') return found;
    const settings: CashierSettings = { ...change, ...(await this.#logoSetting(merchantId, logo, reading)) };
    await this.#merchants.saveCashierSettings(merchantId, settings);
    return this.#showMerchant.execute(merchantId);
  }

  /** The logo is there before anything leads to it. */
  async #logoSetting(
    merchantId: string,
    logo: BrandingChange['logo'],
    reading: Extract<LogoReading, { kind: 'read' }> | undefined,
  ): Promise<Pick<CashierSettings, 'logoHash'>> {
    if (logo === null) return { logoHash: null };
    if (reading === undefined) return {};
    await this.#logos.put(merchantId, reading.logo);
    return { logoHash: reading.logo.hash };
  }
}
