import { createCheckout } from '@kassa/sdk-browser';

const [form, button, message] = ['form', 'pay', 'message'].map((id) => document.getElementById(id));

function say(text) {
  message.textContent = text;
}

async function open() {
  // Your server knows the order, and answers with its pay_url.
  const { payUrl } = await (await fetch('/pay-url')).json();
  const checkout = await createCheckout({ payUrl, returnUrl: location.href });
  checkout.on('result', (result) => {
    if (result.outcome === 'paid') say('Thank you!');
    if (result.outcome === 'failed') say(`Not paid: ${result.category}. Try again.`);
    if (result.outcome === 'expired') say('Too late: please order again.');
  });
  const isOpen = () => ['open', 'failed'].includes(checkout.snapshot.phase);
  if (!isOpen()) return;

  const payment = await checkout.mount('card', form);
  let complete = false;
  const updateButton = () => {
    button.disabled = !complete || !isOpen();
  };
  payment.on('change', (input) => {
    complete = input.complete;
    updateButton();
  });
  checkout.on('change', updateButton);
  button.onclick = () => payment.submit().catch((error) => say(error.message));
}

open().catch((error) => say(error.message));
