import type { CheckoutOrder } from '@kassa/sdk-browser';

/** The shop to which the cashier can send a consumer back, even one whose payment order it cannot open. */
export type Shop = Pick<CheckoutOrder, 'merchant_name' | 'cancel_url'>;

const memoryKey = 'kassa.shop';

/**
 * Stores in the browser which shop the latest payment order belongs to. If the consumer later copies the address into another
 * tab, it contains no session there, so the gateway does not tell the cashier the shop.
 */
export function rememberShop({ order_id, merchant_name, cancel_url }: CheckoutOrder): void {
  try {
    localStorage.setItem(memoryKey, JSON.stringify({ order_id, merchant_name, cancel_url }));
  } catch {
    // Without the stored shop, the page tells the consumer to go back to the shop, but has no link to it.
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
