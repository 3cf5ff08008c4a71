import type { Logo } from '../../domain/merchant/logo.ts';
import type { LogoStore } from '../../ports/logo-store.ts';

interface Dependencies {
  readonly logos: LogoStore;
}

/** A merchant's logo, for everybody: it stands on a page that consumers see. */
export class ShowLogo {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(merchantId: string, hash: string): Promise<Logo | undefined> {
    // Nothing else is an address of a logo, so nothing else is looked for.
    return /^[0-9a-f]{64}$/.test(hash) ? this.#deps.logos.find(merchantId, hash) : undefined;
  }
}
