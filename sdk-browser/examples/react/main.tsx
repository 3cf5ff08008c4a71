import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CardCheckout } from './card-checkout.tsx';

// Your server knows the order, and answers with its pay_url.
const answer = fetch('/pay-url').then((response) => response.json());
void answer.then(({ payUrl }) => {
  createRoot(document.body.appendChild(document.createElement('main'))).render(
    <StrictMode>
      <CardCheckout payUrl={payUrl} />
    </StrictMode>,
  );
});
