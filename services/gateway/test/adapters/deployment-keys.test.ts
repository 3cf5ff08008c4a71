import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DeploymentKeys, type MakeKey } from '../../src/adapters/outbound/channels/deployment-keys.ts';
import { connectStripe } from '../../src/adapters/outbound/channels/stripe/connect-stripe.ts';
import { StripeChannel } from '../../src/adapters/outbound/channels/stripe/stripe-channel.ts';
import type { PaymentChannel } from '../../src/ports/payment-channel.ts';
import { channelAt } from '../adyen/adyen-bench.ts';
import { StandInAdyen } from '../adyen/stand-in-adyen.ts';
import { inTime, openingOrder, openPaymentAt } from '../builders/channel-calls.ts';
import { newAttemptId, newRefundId } from '../builders/new-references.ts';
import { money } from '../builders/orders.ts';
import { StandInStripe } from '../stripe/stand-in-stripe.ts';

let stripe: StandInStripe;
let adyen: StandInAdyen;
beforeAll(async () => {
  stripe = await StandInStripe.start();
  adyen = await StandInAdyen.start();
});
afterAll(async () => {
  await stripe.stop();
  await adyen.stop();
});

function keysOf(deploymentId: string | null): MakeKey {
  const keys = new DeploymentKeys();
  keys.use(deploymentId);
  return keys.keyFor;
}

const one = keysOf('0123456789abcdef');
const other = keysOf('fedcba9876543210');

const stripeWith = (keyFor: MakeKey) =>
  new StripeChannel({
    keyFor,
    stripe: connectStripe({ secretKey: 'sk_test_1', url: stripe.url }),
    channelId: 'ProcessorA',
    publicKey: 'pk_test_1',
    callbackSecrets: ['whsec_1'],
  });
const adyenWith = (keyFor: MakeKey) => channelAt(adyen, { keyFor });

describe('two deployments, or one before and after its database was wiped, with one account at a processor', () => {
  test.each<[string, (keyFor: MakeKey) => PaymentChannel]>([
    ['Stripe', stripeWith],
    ['Adyen', adyenWith],
  ])(
    'two deployments never get each other’s payments, although they send the same IDs (fault 87): %s',
    async (_, at) => {
      const order = openingOrder({ attemptId: newAttemptId(), amount: money(1_999, 'EUR') });
      const mine = await openPaymentAt(at(one), order);
      const again = await openPaymentAt(at(one), order);
      const theirs = await openPaymentAt(at(other), order);
      expect(again.opening.channelReference).toBe(mine.opening.channelReference);
      expect(theirs.opening.channelReference).not.toBe(mine.opening.channelReference);
    },
  );

  test('two deployments never get each other’s refunds, although they send the same IDs (fault 87)', async () => {
    const order = openingOrder({ attemptId: newAttemptId(), amount: money(1_999, 'EUR') });
    const refundId = newRefundId();
    for (const keyFor of [one, other]) {
      const payment = await openPaymentAt(stripeWith(keyFor), order);
      stripe.confirm(payment.opening.channelReference, 'succeeds');
      await stripeWith(keyFor).refund(inTime({ refundId, payment, amount: money(500, 'EUR') }));
      expect(stripe.returned(payment.opening.channelReference)).toBe(500);
    }
  });
});

describe('an idempotency key', () => {
  test('has at most the 64 characters that Adyen allows, however long the ID is', () => {
    expect(one('rfd_0123456789abcdef0123456789abcdef_500')).toBe(
      '0123456789abcdef-rfd_0123456789abcdef0123456789abcdef_500',
    );
    const long = ['a', 'b'].map((end) => one('x'.repeat(64) + end));
    expect(new Set(long).size).toBe(2);
    for (const key of long) expect(key).toHaveLength(64);
  });

  test('is the plain ID in a deployment from before deployments had IDs', () => {
    expect(keysOf(null)('txn_1')).toBe('txn_1');
  });

  test('is not made before the deployment’s ID is known', () => {
    expect(() => new DeploymentKeys().keyFor('txn_1')).toThrow('not known yet');
  });
});
