/** The settings of a production gateway, except those by which it gets HTTPS: from a proxy, or with its own certificate. */
export const productionVariables = {
  KASSA_ENVIRONMENT: 'production',
  KASSA_MERCHANT_PUBLIC_URL: 'https://api.pay.example',
  KASSA_CHECKOUT_PUBLIC_URL: 'https://pay.example',
};
