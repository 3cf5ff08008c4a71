import { describe, expect, test } from 'vitest';
import { channelAt } from './adyen-bench.ts';
import { everyAdyenMethod } from './stand-in-adyen.ts';
import { useAdyen } from './use-adyen.ts';

const { adyen, channel } = await useAdyen();

describe('the check of an account', () => {
  test('names what the account has, and what only a payment page or a notification can show', async () => {
    adyen.accountMethods = ['scheme', 'ideal'];
    const steps = await channelAt(adyen, { credentials: { methods: 'card,twint' } }).check();
    expect(steps.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([
      'API key and merchant account: passed',
      'method card: passed',
      'method twint: failed',
      'client key: skipped',
      'HMAC key of the webhook: skipped',
      'references in dispute events: skipped',
      'reports: skipped',
    ]);
    expect(adyen.calls.map(({ call }) => call)).toContain('POST /v72/paymentMethods');
    adyen.accountMethods = everyAdyenMethod;
  });

  test.each([
    ['card,klarna', ['passed', 'skipped']],
    [undefined, ['skipped']],
  ])(
    'says of Klarna that nobody can see whether Adyen captures it (methods %s)',
    async (methods, outcomes) => {
      const steps = await channelAt(adyen, { credentials: { methods } }).check();
      const ofKlarna = steps.filter(({ name }) => name.includes('klarna'));
      expect(ofKlarna.map(({ outcome }) => outcome)).toEqual(outcomes);
      expect(ofKlarna.at(-1)?.detail).toMatch(/capture/);
    },
  );

  test.each([
    ['card,pix', ['passed', 'skipped']],
    [undefined, ['skipped']],
  ])('says of Pix that Adyen may want the consumer’s tax number (methods %s)', async (methods, outcomes) => {
    const steps = await channelAt(adyen, { credentials: { methods } }).check();
    const ofPix = steps.filter(({ name }) => name.includes('pix'));
    expect(ofPix.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(ofPix.at(-1)?.detail).toMatch(/tax number.*channel trial$/);
    expect(ofPix.at(-1)?.detail?.includes('not offered unless')).toBe(methods === undefined);
  });

  // The setting's name is that of the published example of `GET /merchants/{merchantId}/webhooks` (Management API).
  test.each([
    [null, 'skipped', /may not read the webhook.* switch on includeOriginalReferenceForChargebackReversed/],
    [
      false,
      'passed',
      /do not contain the payment’s reference.* switch on includeOriginalReferenceForChargebackReversed/,
    ],
    [true, 'passed', null],
  ])(
    'says whether dispute events name the payment (%s), or what to switch on',
    async (setting, outcome, detail) => {
      adyen.webhookProperties =
        setting === null ? null : { includeOriginalReferenceForChargebackReversed: setting };
      const steps = await channel.check();
      expect(steps.find(({ name }) => name === 'references in dispute events')).toEqual({
        name: 'references in dispute events',
        outcome,
        detail: detail === null ? null : expect.stringMatching(detail),
      });
    },
  );

  test('distinguishes a wrong key, a wrong account and a wrong report user', async () => {
    const outcomes = async (credentials: object) =>
      (await channelAt(adyen, { credentials }).check()).map(({ outcome }) => outcome);
    expect(await outcomes({ apiKey: 'AQEanotherKeyThanThatOne', methods: 'card' })).toEqual([
      'failed',
      'skipped',
      'skipped',
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect((await outcomes({ merchantAccount: 'AnotherECOM' }))[0]).toBe('failed');
    expect((await outcomes({ reportLogin: 'report@Company.Kassa:wrong-password' })).at(-1)).toBe('failed');
  });
});
