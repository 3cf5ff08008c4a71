import type Stripe from 'stripe';
import { stripeMembers } from '../builders/channel-accounts.ts';
import { type EnvelopeAnswer, openEnvelope } from '../http/support/envelope-answer.ts';
import { GatewayBench } from '../http/support/gateway-bench.ts';
import { send } from '../http/support/http-call.ts';
import type { MerchantAccount } from '../http/support/merchant-account.ts';
import { StandInStripe } from './stand-in-stripe.ts';

/** A gateway whose deployment has an account at the stand-in for Stripe, and a merchant whose payments use that account. */
export interface GatewayWithStripe {
  readonly stripe: StandInStripe;
  readonly bench: GatewayBench;
  readonly merchant: MerchantAccount;
  /** Sends the gateway an event as Stripe does. */
  tell(event: Stripe.Event): Promise<EnvelopeAnswer>;
  stop(): Promise<void>;
}

export async function startGatewayWithStripe(): Promise<GatewayWithStripe> {
  const stripe = await StandInStripe.start();
  const bench = await GatewayBench.start({ variables: { PROCESSOR_A_URL: stripe.url } });
  const credentials = { ...stripeMembers, callbackSecret: stripe.callbackSecret };
  await bench.admin('POST', '/admin/channels', { channel_type: 'ProcessorA', credentials });
  const merchant = await bench.onboard();
  const tell = async (event: Stripe.Event) => {
    const { headers, body } = stripe.signed(JSON.stringify(event));
    const signature = String(headers['stripe-signature']);
    return openEnvelope(
      await send(bench.main.merchantUrl, {
        method: 'POST',
        target: '/api/webhook/ProcessorA',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
      }),
    );
  };
  const stop = async () => {
    await bench.stop();
    await stripe.stop();
  };
  return { stripe, bench, merchant, tell, stop };
}
