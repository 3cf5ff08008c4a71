import { describe, expect, test } from 'vitest';
import { useStripe } from './use-stripe.ts';

const { stripe, channel } = await useStripe();

type Endpoint = (typeof stripe.endpoints)[number];

const endpointOf = (host: string, members: Partial<Endpoint> = {}): Endpoint => ({
  url: `https://${host}/api/webhook/ProcessorA`,
  status: 'enabled',
  enabled_events: ['*'],
  api_version: '2026-10-28.endive',
  ...members,
});

// Stripe lists all webhook endpoints of the account ("List all webhook endpoints"). If several deployments share the account, as
// in a test, their endpoints differ only in the host.
describe('the check of an account at Stripe at which several deployments have webhook endpoints', () => {
  const checked = async (...endpoints: readonly Endpoint[]) => {
    stripe.endpoints = [...endpoints];
    return (await channel.check())[1];
  };

  test.each<[string, Partial<Endpoint>]>([
    ['is disabled', { status: 'disabled' }],
    ['gets too few events', { enabled_events: ['refund.failed'] }],
    ['gets events of an old version', { api_version: '2020-08-27' }],
  ])('passes if the endpoint of another deployment %s, and names the endpoint', async (_case, members) => {
    const other = endpointOf('staging.example', members);
    const own = endpointOf('pay.example');
    for (const endpoints of [
      [other, own],
      [own, other],
    ]) {
      expect(await checked(...endpoints)).toMatchObject({
        outcome: 'passed',
        detail: expect.stringContaining('https://pay.example/api/webhook/ProcessorA'),
      });
    }
  });

  test('fails if none of the endpoints is set up, and names the first of them', async () => {
    const step = await checked(
      endpointOf('staging.example', { status: 'disabled' }),
      endpointOf('pay.example', { enabled_events: ['refund.failed'] }),
    );
    expect(step).toMatchObject({
      outcome: 'failed',
      detail:
        'https://staging.example/api/webhook/ProcessorA, one of 2 endpoints with this path: it is disabled',
    });
  });
});
