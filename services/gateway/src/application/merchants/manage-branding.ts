import type { Branding } from '../../domain/merchant/branding.ts';
import { type Logo, readLogo } from '../../domain/merchant/logo.ts';
import type { LogoStore } from '../../ports/logo-store.ts';
import { refuse } from '../refusal.ts';
import type { ChangeMerchant, MerchantChange } from './change-merchant.ts';
import type { FindMerchants } from './find-merchants.ts';

/** Absent members stay unchanged; null removes a value. */
export interface BrandingChange {
  readonly accentColor?: string | null;
  readonly logo?: Buffer | null;
}

interface Dependencies {
  readonly change: ChangeMerchant;
  readonly logos: LogoStore;
  readonly merchants: FindMerchants;
}

/** A merchant's colour and logo, for the hosted cashier. */
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
    // Check this first, so that nothing is stored for a merchant that does not exist.
    const found = await this.#deps.merchants.find(merchantId);
    if (found.kind === 'refused') return found;
    const branding = { ...change, ...(await this.#logoSetting(merchantId, logo, reading?.logo)) };
    return this.#deps.change.execute(merchantId, (merchant) => ({
      ...merchant,
      branding: { ...merchant.branding, ...branding },
    }));
  }

  /** Anybody may read the logo, because it is on a page that consumers see. */
  async findLogo(merchantId: string, hash: string): Promise<Logo | undefined> {
    // Any other string is never a logo's address, so the store is not asked.
    return /^[0-9a-f]{64}$/.test(hash) ? this.#deps.logos.find(merchantId, hash) : undefined;
  }

  /** Store the logo before anything refers to it. */
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
