import type { Logo } from '../../src/domain/merchant/logo.ts';
import type { LogoStore } from '../../src/ports/logo-store.ts';

export class InMemoryLogos implements LogoStore {
  readonly #logos = new Map<string, Logo>();

  async put(merchantId: string, logo: Logo): Promise<void> {
    this.#logos.set(`${merchantId}/${logo.hash}`, logo);
  }

  async find(merchantId: string, hash: string): Promise<Logo | undefined> {
    return this.#logos.get(`${merchantId}/${hash}`);
  }
}
