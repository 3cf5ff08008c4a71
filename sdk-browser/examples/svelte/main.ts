import { mount } from 'svelte';
import CardCheckout from './card-checkout.svelte';

// Your server knows the order, and answers with its pay_url.
const answer = fetch('/pay-url').then((response) => response.json());
void answer.then(({ payUrl }) => mount(CardCheckout, { target: document.body, props: { payUrl } }));
