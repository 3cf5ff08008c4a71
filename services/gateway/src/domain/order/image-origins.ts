import type { OrderProduct } from './payment-order.ts';

/** The most hosts from which an order's page may load pictures. Each is named in the page's security policy. */
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
 * Whether an address can stand in a security policy. A host name may contain characters such as `;` and `*`, which mean
 * something else there.
 */
export function hasPlainHost(address: string): boolean {
  return /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(new URL(address).hostname);
}
