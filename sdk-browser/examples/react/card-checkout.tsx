import { type Checkout, createCheckout, type Payment, type PaymentResult } from '@kassa/sdk-browser';
import { useEffect, useRef, useState } from 'react';

/** Pays an order by card. Your server passes the order's `pay_url`. */
export function CardCheckout({ payUrl }: { payUrl: string }) {
  const form = useRef<HTMLDivElement>(null);
  const [payment, setPayment] = useState<Payment>();
  const [phase, setPhase] = useState<Checkout['snapshot']['phase']>('submitting');
  const [complete, setComplete] = useState(false);
  const [message, setMessage] = useState('');

  useEffect(() => {
    // React can run an effect twice. The signal closes the first checkout, and removes its form from the page.
    const leaving = new AbortController();
    const open = async () => {
      const checkout = await createCheckout({ payUrl, returnUrl: location.href, signal: leaving.signal });
      checkout.on('change', (snapshot) => setPhase(snapshot.phase));
      checkout.on('result', (result) => setMessage(messageOf(result)));
      if (!form.current || !['open', 'failed'].includes(checkout.snapshot.phase)) return;
      const mounted = await checkout.mount('card', form.current);
      mounted.on('change', (input) => setComplete(input.complete));
      setPayment(mounted);
    };
    open().catch((error: Error) => {
      if (!leaving.signal.aborted) setMessage(error.message);
    });
    return () => leaving.abort();
  }, [payUrl]);

  const canPay = complete && (phase === 'open' || phase === 'failed');
  const pay = () => payment?.submit().catch((error: Error) => setMessage(error.message));
  return (
    <section>
      <div ref={form} />
      <button type="button" disabled={!canPay} onClick={pay}>
        Pay
      </button>
      <p role="status">{message}</p>
    </section>
  );
}

function messageOf(result: PaymentResult): string {
  switch (result.outcome) {
    case 'paid':
      return 'Thank you!';
    case 'failed':
      return `Not paid: ${result.category}. Try again.`;
    case 'expired':
      return 'Too late: please order again.';
  }
}
