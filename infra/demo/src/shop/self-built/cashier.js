/** A cashier that the shop built itself: a plain HTML page that uses Kassa's browser SDK for the payment. */
import { createCheckout } from '/assets/kassa/index.mjs';

const ids = ['title', 'status', 'pay', 'methods', 'form', 'button', 'pending'];
const [title, status, pay, methods, form, button, pending] = ids.map((id) => document.getElementById(id));
const phases = {
  open: '',
  submitting: 'Sending your payment …',
  confirming: 'Confirming your payment …',
  redirecting: 'Taking you to the next page …',
  processing: 'Your payment is being processed. Please keep this page open.',
  paid: 'Paid. Taking you back to the shop …',
  expired: 'The time to pay has run out. Please order again.',
};
const reasons = {
  insufficient_funds: 'There is not enough money on this card. Try another one.',
  authentication_failed: 'The payment was not confirmed. Try again, or another way to pay.',
};
let payment = null;

/** Ask the shop's server for the order's `pay_url`. Nobody can open the order with its number alone. */
const { payUrl } = await (await fetch(`/own-cashier/order${location.search}`)).json();
const checkout = await createCheckout({ payUrl, returnUrl: location.href });
const { amount, currency_code: currency } = checkout.order;
const price = new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
title.textContent = `Pay ${price}`;
button.textContent = `Pay ${price}`;

for (const { code, name } of await checkout.paymentMethods()) {
  const label = document.createElement('label');
  const radio = document.createElement('input');
  Object.assign(radio, { type: 'radio', name: 'method', value: code });
  radio.addEventListener('change', () => choose(code));
  label.append(radio, name);
  methods.append(label);
}

checkout.on('change', show);
checkout.on('result', (result) => {
  if (result.outcome === 'paid') location.assign(result.redirectUrl);
  if (result.outcome === 'failed')
    say(reasons[result.category] ?? 'The payment did not go through. Try again.');
});
button.addEventListener('click', submit);

async function choose(code) {
  button.disabled = true;
  say('');
  try {
    payment = await checkout.mount(code, form, { onEnter: submit });
    button.disabled = false;
  } catch (error) {
    if (error.kind !== 'superseded') say(`This way to pay could not be loaded: ${error.message}`);
  }
}

async function submit() {
  try {
    await payment?.submit();
  } catch (error) {
    say(error.message);
  }
}

function show({ phase }) {
  // Keep the form in the page while the payment is being confirmed, because the processor's form still needs it.
  pay.hidden = !['open', 'failed', 'submitting', 'confirming'].includes(phase);
  pending.hidden = phase !== 'processing' || !checkout.pendingUrl;
  pending.href = checkout.pendingUrl ?? '';
  if (phase in phases) say(phases[phase]);
}

function say(text) {
  status.textContent = text;
}
