/** The one thing this shop sells. */
export const product = {
  id: 'guji-250',
  name: 'Ethiopia Guji, 250 g',
  priceMinor: 1450,
  maxQuantity: 5,
} as const;
