import type { Branding } from '../../domain/merchant/branding.ts';
import { type Logo, readLogo } from '../../domain/merchant/logo.ts';
import type { LogoStore } from '../../ports/logo-store.ts';
import { refuse } from '../refusal.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';
import type { FindMerchants } from './find-merchants.ts';

/** A change of a merchant's branding. An absent member leaves the present value as it is, and null removes it. */
export interface BrandingChange {
  readonly accentColor?: string | null;
  readonly logo?: Buffer | null;
}

interface Dependencies {
  readonly change: ChangeMerchant;
  readonly logos: LogoStore;
  readonly merchants: FindMerchants;
}

/** Manages the colour and the logo that the hosted cashier shows for a merchant. */
export class ManageBranding {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async change(merchantId: string, { logo, ...change }: BrandingChange): Promise<MerchantChange> {
    const reading = logo ? readLogo(logo) : undefined;
    if (reading?.kind === 'refused') {
      return refuse('INVALID_REQUEST', `logo ${reading.reason}.`, [
        { path: 'logo', message: reading.reason },
      ]);
    }
    // First make sure that the merchant exists, so that no logo is stored for an unknown merchant.
    const found = await this.#deps.merchants.find(merchantId);
    if (found.kind === 'refused') return found;
    const branding = { ...change, ...(await this.#logoSetting(merchantId, logo, reading?.logo)) };
    return this.#deps.change.execute(merchantId, (merchant) => ({
      ...merchant,
      branding: { ...merchant.branding, ...branding },
    }));
  }

  /** Finds a logo. Anybody may read it, because consumers see it on the cashier page. */
  async findLogo(merchantId: string, hash: string): Promise<Logo | undefined> {
    // A logo is named by its SHA-256 in hex. For any other string, there is no need to ask the store.
    return /^[0-9a-f]{64}$/.test(hash) ? this.#deps.logos.find(merchantId, hash) : undefined;
  }

  /**
   * Stores a logo and returns the merchant's setting that refers to it. The logo is stored before the setting, so that the
   * setting never refers to a missing logo.
   */
  async #logoSetting(
    merchantId: string,
    given: BrandingChange['logo'],
    logo: Logo | undefined,
  ): Promise<Partial<Branding>> {
    if (given === null) return { logoHash: null };
    if (logo === undefined) return {};
    await this.#deps.logos.put(merchantId, logo);
    return { logoHash: logo.hash };
  }
}
