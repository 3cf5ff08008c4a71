import Stripe from 'stripe';
import type { CheckStep } from '../../../../ports/payment-channel.ts';

/**
 * The events that the account's webhook endpoint must send. The gateway learns the results of payments, refunds and disputes
 * from them.
 */
const NEEDED_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.succeeded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
];
/**
 * The oldest API version that the webhook endpoint may have. With an older version, Stripe sends no `refund.…` events for
 * refunds of charges (Stripe's changelog, 2024-10-28.acacia).
 */
const OLDEST_VERSION = '2024-10-28';
const MOST_ENDPOINTS = 100;
/** The payment that the check makes. Stripe's minimum for a payment in US dollars is half a dollar. */
const SMALLEST_PAYMENT = { amount: 50, currency: 'usd' } as const;

export interface CheckedAccount {
  readonly stripe: Stripe;
  readonly channelId: string;
  /** Whether the account has test keys, with which no money moves. */
  readonly isTest: boolean;
}

/**
 * Checks an account at Stripe. With test keys, the check also makes a payment and cancels it; with live keys, it only reads.
 */
export async function checkAccount(account: CheckedAccount): Promise<readonly CheckStep[]> {
  return [await checkKey(account), await checkEndpoint(account), await checkPayment(account)];
}

function checkKey({ stripe, isTest }: CheckedAccount): Promise<CheckStep> {
  return step('secret key reads the balance', async () => {
    const { livemode: isLive } = await stripe.balance.retrieve();
    if (isLive === isTest) return failed('the secret key and the publishable key are not of one kind');
    return passed(isTest ? 'test keys' : 'live keys');
  });
}

/**
 * Checks whether Stripe sends the needed events to this channel's address. Skipped if the key may not read the webhook
 * endpoints.
 */
function checkEndpoint({ stripe, channelId }: CheckedAccount): Promise<CheckStep> {
  return step('webhook endpoint is set up', async () => {
    const { data } = await stripe.webhookEndpoints.list({ limit: MOST_ENDPOINTS });
    const path = `/api/webhook/${channelId}`;
    const endpoint = data.find(({ url }) => URL.canParse(url) && new URL(url).pathname === path);
    if (endpoint === undefined) return failed(`none ends in ${path}`);
    if (endpoint.status !== 'enabled') return failed(`it is ${endpoint.status}`);
    const sent: readonly string[] = endpoint.enabled_events;
    const missing = sent.includes('*') ? [] : NEEDED_EVENTS.filter((event) => !sent.includes(event));
    if (missing.length > 0) return failed(`it is not sent ${missing.join(', ')}`);
    // A version's name starts with its date.
    const { api_version: version } = endpoint;
    if (version === null) return passed(`in the account's own version, to be ${OLDEST_VERSION} or later`);
    return version >= OLDEST_VERSION
      ? passed(null)
      : failed(`its version ${version} tells of no refunds: ${OLDEST_VERSION}.acacia or later does`);
  });
}

function checkPayment({ stripe, isTest }: CheckedAccount): Promise<CheckStep> {
  return step('a payment is prepared and cancelled', async () => {
    if (!isTest) return skipped('nothing is made with live keys');
    const { id } = await stripe.paymentIntents.create({
      ...SMALLEST_PAYMENT,
      allowed_payment_method_types: ['card'],
      description: 'Check of the account; nothing is charged',
    });
    const { status } = await stripe.paymentIntents.cancel(id);
    return status === 'canceled' ? passed(null) : failed(`after its cancellation it is ${status}`);
  });
}

type Finding = Pick<CheckStep, 'outcome' | 'detail'>;

async function step(name: string, look: () => Promise<Finding>): Promise<CheckStep> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    // A restricted key may lack a permission that only one step of the check needs. Report that step as skipped, not as failed.
    if (error instanceof Stripe.errors.StripePermissionError) {
      return { name, ...skipped('the key may not do this') };
    }
    if (error instanceof Stripe.errors.StripeConnectionError) {
      return { name, ...failed('Stripe cannot be reached: look at the network, and at PROCESSOR_A_URL') };
    }
    // The message can quote a part of the key.
    const status = error.statusCode === undefined ? '' : ` (${error.statusCode})`;
    return { name, ...failed(`${error.type}${status}${error.code === undefined ? '' : `: ${error.code}`}`) };
  }
}

function passed(detail: string | null): Finding {
  return { outcome: 'passed', detail };
}

function failed(detail: string): Finding {
  return { outcome: 'failed', detail };
}

function skipped(detail: string): Finding {
  return { outcome: 'skipped', detail };
}
