import Stripe from 'stripe';
import type { CheckStep } from '../../../../ports/check-step.ts';
import { neededEvents } from './stripe-event-types.ts';
import { REFUND_EVENTS_SINCE } from './stripe-events.ts';
import { checkPermissions } from './stripe-permissions.ts';
import { type Finding, failed, passed, skipped, step } from './stripe-steps.ts';

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
 * Checks an account at Stripe. With test keys, the check also makes a payment and cancels it. With live keys, it reads, and
 * asks for the refund of a payment that does not exist.
 */
export async function checkAccount(account: CheckedAccount): Promise<readonly CheckStep[]> {
  return [
    await checkKey(account),
    await checkEndpoint(account),
    await checkPayment(account),
    await checkPermissions(account.stripe),
  ];
}

function checkKey({ stripe, isTest }: CheckedAccount): Promise<CheckStep> {
  return step('secret key reads the balance', async () => {
    const { livemode: isLive } = await stripe.balance.retrieve();
    if (isLive === isTest) return failed('one of the two keys is a test key, and the other a live key');
    return passed(isTest ? 'test keys' : 'live keys');
  });
}

/**
 * Checks whether Stripe sends the needed events to this channel's address. Skipped if the key may not read the webhook
 * endpoints. Several deployments can share the account, and the path does not tell their endpoints apart. In this case, the check
 * passes if one of the endpoints is set up, and names it, so that the operator can see whether it is the right one.
 */
function checkEndpoint({ stripe, channelId }: CheckedAccount): Promise<CheckStep> {
  return step('webhook endpoint is set up', async () => {
    const { data } = await stripe.webhookEndpoints.list({ limit: MOST_ENDPOINTS });
    const path = `/api/webhook/${channelId}`;
    const endpoints = data.filter(({ url }) => URL.canParse(url) && new URL(url).pathname === path);
    const findings: Finding[] = [];
    for (const endpoint of endpoints) {
      const finding = await findingOfEndpoint(stripe, endpoint);
      const about = `${endpoint.url}, one of ${endpoints.length} endpoints with this path`;
      const detail = finding.detail === null ? about : `${about}: ${finding.detail}`;
      findings.push(endpoints.length === 1 ? finding : { ...finding, detail });
    }
    const [first] = findings;
    return findings.find(({ outcome }) => outcome === 'passed') ?? first ?? failed(`none ends in ${path}`);
  });
}

async function findingOfEndpoint(stripe: Stripe, endpoint: Stripe.WebhookEndpoint): Promise<Finding> {
  if (endpoint.status !== 'enabled') return failed(`it is ${endpoint.status}`);
  const sent: readonly string[] = endpoint.enabled_events;
  const missing = sent.includes('*') ? [] : neededEvents.filter((event) => !sent.includes(event));
  if (missing.length > 0) return failed(`Stripe does not send it ${missing.join(', ')}`);
  return findingOfVersion(endpoint.api_version ?? (await accountVersion(stripe)));
}

/**
 * Returns the account's own API version, in which Stripe writes the events of an endpoint without a version. Undefined if the
 * account has no events yet. An event names the version in which it was written ("The Event object").
 */
async function accountVersion(stripe: Stripe): Promise<string | undefined> {
  const { data } = await stripe.events.list({ limit: 1 });
  return data[0]?.api_version ?? undefined;
}

/** Returns the finding about the API version of an endpoint's events. A version's name starts with its date. */
function findingOfVersion(version: string | undefined): Finding {
  const needed = `${REFUND_EVENTS_SINCE}.acacia or later`;
  if (version === undefined)
    return passed(`its events have the account's own version, which must be ${needed}`);
  if (version < REFUND_EVENTS_SINCE) {
    return failed(`its events have version ${version}, which does not report refunds: set ${needed}`);
  }
  return passed(version === Stripe.API_VERSION ? null : `its events have version ${version}`);
}

function checkPayment({ stripe, isTest }: CheckedAccount): Promise<CheckStep> {
  return step('a payment is prepared and cancelled', async () => {
    if (!isTest) return skipped('with live keys, the check makes no payment');
    const { id } = await stripe.paymentIntents.create({
      ...SMALLEST_PAYMENT,
      allowed_payment_method_types: ['card'],
      description: 'Check of the account; nothing is charged',
    });
    const { status } = await stripe.paymentIntents.cancel(id);
    return status === 'canceled' ? passed(null) : failed(`after its cancellation it is ${status}`);
  });
}
