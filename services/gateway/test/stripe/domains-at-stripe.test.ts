import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectStripe } from '../../src/adapters/outbound/channels/stripe/connect-stripe.ts';
import { stripeDomains } from '../../src/adapters/outbound/channels/stripe/stripe-domains.ts';
import { ManageWalletDomains } from '../../src/application/channel-accounts/manage-wallet-domains.ts';
import { StandInStripe } from './stand-in-stripe.ts';

let stripe: StandInStripe;
beforeAll(async () => {
  stripe = await StandInStripe.start();
});
afterAll(() => stripe.stop());
afterEach(() => {
  stripe.domains.isEnabled = true;
  stripe.domains.switchedOff.clear();
  stripe.domains.changes.length = 0;
});

const domainsAt = (url = stripe.url) => stripeDomains(connectStripe({ secretKey: 'sk_test_1', url }));
const passed = (name: string) => ({ name, outcome: 'passed', detail: null });
const wallets = ['Apple Pay', 'Google Pay', 'Link', 'Klarna'].map((wallet) =>
  passed(`${wallet} is active on it`),
);

describe('a domain at Stripe', () => {
  test('is registered once, and validated until Apple Pay is active', async () => {
    const unverified = {
      name: 'Apple Pay is active on it',
      outcome: 'failed',
      detail: 'The file at the domain could not be fetched.',
    };
    const first = await domainsAt().register('shop.example');
    expect(first).toEqual([passed('shop.example is registered'), unverified, ...wallets.slice(1)]);
    stripe.domains.withFile.add('shop.example');
    const second = await domainsAt().register('shop.example');
    expect(second).toEqual([passed('shop.example is registered'), ...wallets]);
    expect(await domainsAt().register('shop.example')).toEqual(second);
    expect(stripe.domains.changes).toEqual([
      'create shop.example',
      'validate shop.example',
      'validate shop.example',
    ]);
  });

  test('is checked without a change', async () => {
    expect(await domainsAt().check('unknown.example')).toMatchObject([
      {
        name: 'unknown.example is registered',
        outcome: 'failed',
        detail: expect.stringContaining('register-domain'),
      },
    ]);
    stripe.domains.withFile.add('pay.example');
    await domainsAt().register('pay.example');
    stripe.domains.changes.length = 0;
    expect(await domainsAt().check('pay.example')).toEqual([passed('pay.example is registered'), ...wallets]);
    stripe.domains.isEnabled = false;
    expect(await domainsAt().check('pay.example')).toMatchObject([
      { outcome: 'failed', detail: 'it is switched off at Stripe' },
      ...wallets,
    ]);
    expect(stripe.domains.changes).toEqual([]);
  });

  test.each(['Link', 'Klarna'])('passes without %s, which an account may have switched off', async (name) => {
    stripe.domains.withFile.add('pay.example');
    await domainsAt().register('pay.example');
    stripe.domains.switchedOff.add(name.toLowerCase());
    const steps = await domainsAt().check('pay.example');
    expect(steps.filter(({ outcome }) => outcome !== 'passed')).toEqual([
      { name: `${name} is active on it`, outcome: 'skipped', detail: 'it is inactive' },
    ]);
  });

  test('has an unknown state while Stripe cannot be asked', async () => {
    const steps = await domainsAt('http://127.0.0.1:9').check('pay.example');
    expect(steps).toMatchObject([{ name: 'pay.example is registered', outcome: 'failed' }]);
  });
});

describe('the domains of payment pages', () => {
  const managing = (applePayFile: string | null, walletDomains = domainsAt()) =>
    new ManageWalletDomains({
      cashierUrl: 'https://pay.example:8443',
      applePayFile,
      channels: {
        find: async (channelId) =>
          channelId === 'None'
            ? undefined
            : {
                channelId,
                channelType: channelId,
                ...(channelId === 'ProcessorA' && { walletDomains }),
              },
      },
    });
  const namesOf = (answer: Awaited<ReturnType<ManageWalletDomains['check']>>) =>
    answer.kind === 'checked' ? answer.steps.map(({ name, outcome }) => `${name}: ${outcome}`) : answer.name;

  test('are the cashier’s unless another is named, with Apple’s file', async () => {
    stripe.domains.withFile.add('pay.example').add('shop.example');
    expect(namesOf(await managing('7B22').register('ProcessorA', undefined))).toEqual([
      'the cashier serves Apple’s file: passed',
      'pay.example is registered: passed',
      'Apple Pay is active on it: passed',
      'Google Pay is active on it: passed',
      'Link is active on it: passed',
      'Klarna is active on it: passed',
    ]);
    expect(namesOf(await managing(null).check('ProcessorA', 'pay.example'))[0]).toBe(
      'the cashier serves Apple’s file: failed',
    );
    expect(namesOf(await managing(null).register('ProcessorA', 'shop.example'))).toEqual([
      'shop.example is registered: passed',
      'Apple Pay is active on it: passed',
      'Google Pay is active on it: passed',
      'Link is active on it: passed',
      'Klarna is active on it: passed',
    ]);
  });

  test('need no registration if the channel’s wallets are on pages of the processor’s own', async () => {
    const detail = expect.stringContaining('nothing to register');
    expect(await managing(null).check('ProcessorB', undefined)).toMatchObject({
      outcome: 'skipped',
      steps: [{ name: 'pay.example is registered', outcome: 'skipped', detail }],
    });
    expect(namesOf(await managing(null).check('None', undefined))).toBe('CHANNEL_NOT_FOUND');
  });
});
