import { createCheckout } from '@kassa/sdk-browser';

/** Your page needs an element for the form, a button, and an element for messages. */
export async function openCashier(
  payUrl: string,
  { form, button, say }: { form: HTMLElement; button: HTMLButtonElement; say: (words: string) => void },
): Promise<void> {
  // #region pay
  const checkout = await createCheckout({ payUrl, returnUrl: location.href }); // payUrl from your server
  checkout.on('result', (result) => {
    if (result.outcome === 'paid') location.assign(result.redirectUrl ?? '/thanks');
    if (result.outcome === 'failed') say(`Not paid: ${result.category}. Try again.`);
    if (result.outcome === 'expired') say('Too late: order again.');
  });

  // Offer a payment method only if the order still has to be paid. It may already be paid, expired or being processed.
  if (['open', 'failed'].includes(checkout.snapshot.phase)) {
    const [method] = await checkout.paymentMethods();
    if (!method) throw new Error('There is no way to pay this order.');
    const payment = await checkout.mount(method.code, form);
    button.onclick = () => payment.submit().catch((error) => say(error.message));
  }
  // #endregion pay
}
