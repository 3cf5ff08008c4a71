import { embedCashier } from '@kassa/sdk-browser/embed';

/** Shows the hosted cashier in an element of your page. */
export async function showCashier(element: HTMLElement): Promise<void> {
  // #region embed
  const { payUrl } = await (await fetch('/my-order')).json(); // from your server
  embedCashier({
    payUrl,
    element,
    title: 'Payment',
    onResult: ({ outcome, orderId }) => console.log(orderId, outcome), // a failed may come before paid
    onError: ({ message }) => console.log(message), // the browser may not show it here, for example
  });
  // #endregion embed
}
