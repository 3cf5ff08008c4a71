import type { CheckoutOrder } from '@kassa/sdk-browser';

/**
 * The shop's name and `cancel_url`. With them, the cashier can send the consumer back to the shop even if it cannot open the
 * payment order.
 */
export type Shop = Pick<CheckoutOrder, 'merchant_name' | 'cancel_url'>;

const memoryKey = 'kassa.shop';

/**
 * Stores the shop of the latest payment order in the browser. If the consumer copies the page's address into another tab, the
 * session is missing there. The cashier then cannot ask the gateway for the order, but it still knows the shop.
 */
export function rememberShop({ order_id, merchant_name, cancel_url }: CheckoutOrder): void {
  try {
    localStorage.setItem(memoryKey, JSON.stringify({ order_id, merchant_name, cancel_url }));
  } catch {
    // Without the stored shop, the page tells the consumer to go back to the shop, but has no link to it.
  }
}

/** The shop of the payment order that the address names; null if this browser has not stored it. */
export function rememberedShop(address: string): Shop | null {
  try {
    const { order_id, ...shop } = JSON.parse(localStorage.getItem(memoryKey) ?? '{}');
    return address.includes(`/checkout/${order_id}`) ? shop : null;
  } catch {
    return null;
  }
}
