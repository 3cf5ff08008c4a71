import type { PaymentResult } from '../../src/domain/attempt/payment-attempt.ts';
import type { GenuineCallback } from '../../src/ports/channel-callback.ts';
import { latest } from '../builders/orders.ts';
import { rawCallback } from './fake-callbacks.ts';
import { TestGateway } from './test-gateway.ts';

export function paymentCallback(
  callbackId: string,
  attemptId: string,
  result: PaymentResult,
): GenuineCallback {
  return { callbackId, notification: { kind: 'payment', attemptId, result } };
}

export async function submittedGateway() {
  const gateway = new TestGateway();
  const order = await gateway.submitted(await gateway.merchant());
  const receive = (callback: GenuineCallback) =>
    gateway.receiveCallback.execute('Sandbox', rawCallback(callback));
  return { gateway, order, attemptId: latest(order).attemptId, receive };
}
