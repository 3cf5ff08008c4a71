/** Pays an order as a cashier does, over the Checkout API, with the sandbox’s card. */
export async function pay(payUrl: string): Promise<void> {
  await post(payUrl, '/checkout/init', { paymentMethodCode: 'card' });
  await post(payUrl, '/payment/submit', {
    terminal: { type: 'PC', userAgent: 'test' },
    card: { number: '4242424242424242', expMonth: 12, expYear: new Date().getFullYear() + 2, cvc: '123' },
  });
}

async function post(payUrl: string, path: string, body: object): Promise<void> {
  const { origin, pathname, hash } = new URL(payUrl);
  const response = await fetch(`${origin}/api/web${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-session-signature': hash.replace('#session=', '') },
    body: JSON.stringify({ orderId: pathname.split('/').at(-1), ...body }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
}
