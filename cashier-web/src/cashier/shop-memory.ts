import type { CheckoutOrder } from '@kassa/sdk-browser';

/** Where a consumer can go who cannot pay here. */
export type Shop = Pick<CheckoutOrder, 'merchant_name' | 'cancel_url'>;

const memoryKey = 'kassa.shop';

/**
 * Remembers, in this browser, to which shop the latest order belongs. An address that is copied into another tab has no session,
 * so the gateway does not say whose order it is.
 */
export function rememberShop({ order_id, merchant_name, cancel_url }: CheckoutOrder): void {
  try {
    localStorage.setItem(memoryKey, JSON.stringify({ order_id, merchant_name, cancel_url }));
  } catch {
    // If the browser cannot store the shop, the page only says where to go back to.
  }
}

/** The shop of the order in the address; null if this browser does not know it. */
export function rememberedShop(address: string): Shop | null {
  try {
    const { order_id, ...shop } = JSON.parse(localStorage.getItem(memoryKey) ?? '{}');
    return address.includes(`/checkout/${order_id}`) ? shop : null;
  } catch {
    return null;
  }
}
