import type { OrderProduct } from './payment-order.ts';

/**
 * The maximum number of hosts from which an order's cashier page may load pictures. The page's security policy names each host.
 */
export const MOST_IMAGE_ORIGINS = 5;

/** The origins of the pictures of an order's products, each once. */
export function imageOrigins({
  products,
}: {
  readonly products: readonly OrderProduct[];
}): readonly string[] {
  return [
    ...new Set(products.flatMap(({ imageUrl }) => (imageUrl === undefined ? [] : new URL(imageUrl).origin))),
  ];
}

/**
 * Whether the host in a picture's address can be named in the page's security policy. A host name may contain characters such
 * as `;` and `*`, which have a special meaning in the policy.
 */
export function hasPlainHost(address: string): boolean {
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(new URL(address).hostname);
}
