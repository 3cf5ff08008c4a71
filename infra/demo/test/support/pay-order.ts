/** Pays an order as the cashier does, with a card. */
export async function payOrder(payUrl: string, cardNumber = '4242424242424242'): Promise<void> {
  await post(payUrl, '/checkout/init', { paymentMethodCode: 'card' });
  await post(payUrl, '/payment/submit', {
    terminal: { type: 'PC', userAgent: 'test' },
    card: { number: cardNumber, expMonth: 12, expYear: new Date().getFullYear() + 2, cvc: '123' },
  });
}

/** Submits a payment by wallet. Nobody decides on the wallet's page, so the payment stays pending. */
export async function submitWallet(payUrl: string): Promise<void> {
  await post(payUrl, '/checkout/init', { paymentMethodCode: 'sandbox_wallet' });
  await post(payUrl, '/payment/submit', { terminal: { type: 'PC', userAgent: 'test' } });
}

async function post(payUrl: string, path: string, body: object): Promise<void> {
  const { origin, pathname, hash } = new URL(payUrl);
  const orderId = pathname.split('/').at(-1);
  const response = await fetch(`${origin}/api/web${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-session-signature': hash.replace('#session=', ''),
    },
    body: JSON.stringify({ orderId, ...body }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
}
