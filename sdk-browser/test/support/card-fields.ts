import { beforeEach } from 'vitest';
import { openShop, visit } from './shop-visit.ts';

/** Prepares a visit for each test, to a shop whose page may show the gateway's card fields. */
export function openCardFields(): void {
  openShop();
  beforeEach(() => visit.allowCardFields());
}

export const order = () => visit.service.order;
export const field = (name: string) => visit.fields.getByLabel(name);
export const mount = (options: object = {}) => visit.mount('card', { ownForm: false, ...options });

export async function open(options: object = {}): Promise<void> {
  await visit.open();
  await mount(options);
}
