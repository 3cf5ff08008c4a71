import type { createPrivateKey } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { CheckoutClient } from '../../../services/gateway/test/http/support/checkout-client.ts';
import { GatewayBench } from '../../../services/gateway/test/http/support/gateway-bench.ts';
import { newKeyPair } from '../../../services/gateway/test/http/support/merchant-account.ts';
import { Kassa } from '../../src/index.ts';
import { describeGateway } from './gateway-story.ts';

let bench: GatewayBench;
afterAll(() => bench.stop());

describeGateway('the real gateway', async () => {
  bench = await GatewayBench.start();
  const keys = newKeyPair();
  const { merchantId } = await bench.onboard({}, keys);
  const client = (privateKey: ReturnType<typeof createPrivateKey>) =>
    new Kassa({ merchantId, privateKey, baseUrl: bench.main.merchantUrl });
  const kassa = client(keys.privateKey);
  return {
    kassa,
    forger: client(newKeyPair().privateKey),
    pay: async ({ order_id, pay_url }) => {
      const session = pay_url.split('#session=')[1] ?? '';
      const checkout = new CheckoutClient({ orderId: order_id, session, baseUrl: bench.main.checkoutUrl });
      await checkout.payByCard('4242424242424242');
      expect((await checkout.result()).state).toBe('PAY_SUCCESS');
    },
    settleRefund: async (transactionId) => {
      await expect.poll(async () => (await kassa.refunds.retrieve(transactionId)).status).toBe(2);
    },
  };
});
