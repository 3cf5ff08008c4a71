import type { ListedMerchant, MerchantRepository } from '../../ports/merchant-repository.ts';

export interface MerchantPage {
  readonly merchants: readonly ListedMerchant[];
  /** Behind which the next page begins; null when this is the last. */
  readonly next: string | null;
}

interface Dependencies {
  readonly merchants: MerchantRepository;
}

/** Lists the merchants that were taken on, page by page. */
export class ListMerchants {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute({ after, limit }: { after: string | null; limit: number }): Promise<MerchantPage> {
    const found = await this.#deps.merchants.list(after, limit + 1);
    const merchants = found.slice(0, limit);
    return { merchants, next: found.length > limit ? (merchants.at(-1)?.merchantId ?? null) : null };
  }
}
