import { describe, expect, test } from 'vitest';
import { adyen } from '../../src/adapters/outbound/channels/adyen/adyen-kind.ts';
import { plainKeys } from '../builders/channel-calls.ts';

const common = {
  apiKey: 'AQEthisIsTheKeyOfTheTests1234',
  merchantAccount: 'KassaTestECOM',
  countryCode: 'GB',
  hmacKey: '4'.repeat(64),
};
const testAccount = { ...common, clientKey: 'test_ABCDEFGH12345678' };
const liveAccount = {
  ...common,
  clientKey: 'live_ABCDEFGH12345678',
  liveUrlPrefix: '1797a841fbb37ca7-KassaExample',
};

const faultsOf = (given: object, environment: 'sandbox' | 'production') => {
  const reading = adyen.describe(environment).read(given);
  return reading.kind === 'valid' ? [] : reading.faults.map(({ path }) => path);
};

describe('the credentials of Adyen', () => {
  test('are accepted only for the deployment’s own environment', () => {
    expect(faultsOf(testAccount, 'sandbox')).toEqual([]);
    expect(faultsOf(liveAccount, 'production')).toEqual([]);
    expect(faultsOf({ ...testAccount, clientKey: liveAccount.clientKey }, 'sandbox')).toEqual(['clientKey']);
    expect(faultsOf({ ...liveAccount, clientKey: testAccount.clientKey }, 'production')).toEqual([
      'clientKey',
    ]);
    // A fault does not repeat the name of an unknown member, because it could be a key in the wrong place.
    expect(faultsOf(liveAccount, 'sandbox')).toEqual(['clientKey', '']);
  });

  test('are refused if the live prefix is missing, or if a member is invalid or unknown', () => {
    const { liveUrlPrefix: _, ...without } = liveAccount;
    expect(faultsOf(without, 'production')).toEqual(['liveUrlPrefix']);
    expect(faultsOf({ ...liveAccount, liveUrlPrefix: 'evil.example/' }, 'production')).toEqual([
      'liveUrlPrefix',
    ]);
    expect(faultsOf({ ...testAccount, methods: 'card,paypal' }, 'sandbox')).toEqual(['methods']);
    expect(faultsOf({ ...testAccount, hmacKey: 'short' }, 'sandbox')).toEqual(['hmacKey']);
    // `UK` is no country code. Adyen accepts it for a session, but its component then fails to start.
    expect(faultsOf({ ...testAccount, countryCode: 'UK' }, 'sandbox')).toEqual(['countryCode']);
    expect(faultsOf({ ...testAccount, apiKeys: 'x' }, 'sandbox')).toEqual(['']);
  });

  test('are shown without their secrets', () => {
    const { members } = adyen.describe('production');
    const shown = members.filter(({ isSecret }) => !isSecret).map(({ name }) => name);
    expect(shown.toSorted()).toEqual([
      'clientKey',
      'countryCode',
      'liveRegion',
      'liveUrlPrefix',
      'merchantAccount',
      'methods',
      'reportTimeZone',
    ]);
  });

  test.each([
    [undefined, 'live'],
    ['us', 'live-us'],
    ['nea', 'live-nea'],
  ])('of the region %s lead to its own library, and to what that asks', (liveRegion, place) => {
    const credentials = { ...liveAccount, ...(liveRegion && { liveRegion }) };
    const access = {
      channelId: 'ProcessorB',
      callbackSecrets: [common.hmacKey],
      url: null,
      keyFor: plainKeys,
    } as const;
    const { pageOrigins } = adyen.open({ ...access, credentials });
    const files = `https://checkoutshopper-${place}.cdn.adyen.com`;
    const service = `https://checkoutshopper-${place}.adyen.com`;
    expect(pageOrigins).toEqual({
      scripts: [files],
      styles: [files],
      images: [files],
      frames: [service],
      connections: [service, files, `https://checkoutanalytics-${place}.adyen.com`],
    });
  });
});
