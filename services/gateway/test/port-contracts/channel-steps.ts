import { expect } from 'vitest';
import type { PaymentReference } from '../../src/ports/payment-channel.ts';
import { type CardOutcome, type ChannelBench, openPayment } from './channel-bench.ts';
import type { ChannelTraits } from './channel-traits.ts';

/** Returns the steps of a payment that the contract of a channel repeats. Each waits for its result. */
export function stepsAt(open: () => ChannelBench, traits: ChannelTraits) {
  const opened = (methodCode = traits.methodCode): Promise<PaymentReference> =>
    openPayment(open(), methodCode);

  async function submitted(outcome: CardOutcome): Promise<PaymentReference> {
    const payment = await opened();
    await open().pay(payment, outcome);
    return payment;
  }

  async function notified(reference: string, kind: 'payment' | 'refund') {
    const reading = await open().channel.readCallback(await open().callbackAbout(reference, kind));
    return reading.kind === 'genuine' ? reading.callbacks[0]?.notification : undefined;
  }

  async function resultOf(payment: PaymentReference) {
    if (open().onlyNotifies) {
      const notification = await notified(payment.attemptId, 'payment');
      return notification?.kind === 'payment' ? notification.result : undefined;
    }
    await expect.poll(() => open().channel.ask(payment)).toMatchObject({ kind: 'ended' });
    const inquiry = await open().channel.ask(payment);
    return inquiry.kind === 'ended' ? inquiry.result : undefined;
  }

  async function paid(outcome: CardOutcome = 'succeeds'): Promise<PaymentReference> {
    const payment = await submitted(outcome);
    const result = await resultOf(payment);
    expect(result).toMatchObject({ kind: 'succeeded' });
    const { paymentReference = null } = result?.kind === 'succeeded' ? result : {};
    return { ...payment, paymentReference };
  }

  async function refundResultOf(payment: PaymentReference, refundId: string) {
    if (open().onlyNotifies) {
      const notification = await notified(refundId, 'refund');
      return notification?.kind === 'refund' ? notification.result : undefined;
    }
    const ask = () =>
      open().channel.askRefund({ refundId, payment, channelReference: null, acceptedAt: new Date() });
    await expect.poll(ask).toMatchObject({ kind: 'ended' });
    const inquiry = await ask();
    return inquiry.kind === 'ended' ? inquiry.result : undefined;
  }

  return { opened, submitted, resultOf, paid, refundResultOf };
}
