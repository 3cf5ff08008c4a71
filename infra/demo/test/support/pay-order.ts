/** Pays an order as the cashier does, with a card. */
export async function payOrder(payUrl: string, cardNumber = '4242424242424242'): Promise<void> {
  const { origin, pathname, hash } = new URL(payUrl);
  const orderId = pathname.split('/').at(-1);
  const session = hash.replace('#session=', '');
  const post = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${origin}/api/web${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-session-signature': session },
      body: JSON.stringify({ orderId, ...body }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  };
  await post('/checkout/init', { paymentMethodCode: 'card' });
  await post('/payment/submit', {
    terminal: { type: 'PC', userAgent: 'test' },
    card: { number: cardNumber, expMonth: 12, expYear: new Date().getFullYear() + 2, cvc: '123' },
  });
}
