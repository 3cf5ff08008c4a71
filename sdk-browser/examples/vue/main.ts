import { createApp } from 'vue';
import CardCheckout from './card-checkout.vue';

// Your server knows the order, and answers with its pay_url.
const answer = fetch('/pay-url').then((response) => response.json());
void answer.then(({ payUrl }) =>
  createApp(CardCheckout, { payUrl }).mount(document.body.appendChild(document.createElement('main'))),
);
