import type Stripe from 'stripe';
import { type Answer, pageOf } from './stripe-answers.ts';
import { configurationsBody } from './stripe-shapes.ts';

/** What the simulated Stripe knows about the account itself. */
export interface AccountAtStripe {
  readonly events: readonly Stripe.Event[];
  readonly endpoints: readonly Pick<
    Stripe.WebhookEndpoint,
    'url' | 'status' | 'enabled_events' | 'api_version'
  >[];
  readonly accountVersion: string | null;
  readonly switchedOn: readonly string[];
  askedForMethods: number;
}

/** Answers a call about the account itself. Returns `undefined` if the call is about something else. */
export function answerAboutAccount(
  account: AccountAtStripe,
  call: string,
  query: URLSearchParams,
): Answer | undefined {
  if (call === 'GET /v1/balance') return { status: 200, body: { object: 'balance', livemode: false } };
  if (call === 'GET /v1/webhook_endpoints') {
    const data = account.endpoints.map((endpoint, index) => ({
      id: `we_${index}`,
      object: 'webhook_endpoint',
      ...endpoint,
    }));
    return { status: 200, body: { object: 'list', url: '/v1/webhook_endpoints', has_more: false, data } };
  }
  if (call === 'GET /v1/payment_method_configurations') {
    account.askedForMethods += 1;
    return { status: 200, body: configurationsBody(account.switchedOn) };
  }
  if (call === 'GET /v1/events') {
    const first = { id: 'evt_0', object: 'event', type: 'account.updated', data: { object: {} } };
    const { accountVersion } = account;
    const events = [first, ...account.events].map((event) => ({ ...event, api_version: accountVersion }));
    return { status: 200, body: pageOf(accountVersion === null ? [] : events.toReversed(), query) };
  }
  return undefined;
}
