import { describe, expect, test } from 'vitest';
import { channelAt, newAttemptId } from './adyen-bench.ts';
import type { Item } from './stand-in-adyen.ts';
import { useAdyen } from './use-adyen.ts';

const { adyen, channel } = await useAdyen();

const login = 'kassa:password-1';
const withLogin = channelAt(adyen, { credentials: { callbackLogin: login } });

/** A batch without signatures, with the user name and password of the webhook. */
function unsigned(...items: readonly Item[]) {
  adyen.unsigned = items.map(({ eventCode }) => eventCode);
  const callback = adyen.batch(...items);
  adyen.unsigned = ['REPORT_AVAILABLE'];
  return { ...callback, headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` } };
}

// Adyen sends an event that a server does not accept again for 30 days, and sends the later events only after it ("Troubleshoot
// webhooks"). Adyen's libraries for PHP list the event codes that have signatures (`isHmacSupportedEventCode`), and its plugin
// for Magento verifies no others. These codes have an effect at the gateway and are not in the list.
const perhapsUnsigned = [
  'DISPUTE_DEFENSE_PERIOD_ENDED',
  'EXPIRE',
  'ISSUER_RESPONSE_TIMEFRAME_EXPIRED',
  'PREARBITRATION_OPEN',
  'REVERSAL',
  'SCHEME_ARBITRATION',
];

describe('an event that Adyen sends without a signature', () => {
  test.each(perhapsUnsigned)(
    'is accepted and reported to an operator, but not applied, if Adyen may not sign such events: %s',
    async (eventCode) => {
      const attemptId = newAttemptId();
      const item = adyen.happened(eventCode, attemptId);
      const reading = await withLogin.readCallback(unsigned(item));
      expect(reading).toMatchObject({
        kind: 'genuine',
        acknowledgement: '[accepted]',
        callbacks: [
          {
            notification: {
              kind: 'for_operator',
              reference: attemptId,
              detail: expect.stringMatching(
                `^Not applied, because it has no signature: Adyen reports that ${eventCode}`,
              ),
            },
          },
        ],
      });
    },
  );

  test('does not block the same event with a signature', async () => {
    const item = adyen.happened('DISPUTE_DEFENSE_PERIOD_ENDED', newAttemptId());
    const ids = async (callback: ReturnType<typeof unsigned>) => {
      const reading = await withLogin.readCallback(callback);
      return reading.kind === 'genuine' ? reading.callbacks.map(({ callbackId }) => callbackId) : [];
    };
    const [first] = await ids(unsigned(item));
    expect(await ids(unsigned(item))).toEqual([first]);
    const signed = { ...adyen.batch(item), headers: unsigned(item).headers };
    const reading = await withLogin.readCallback(signed);
    expect(reading).toMatchObject({ callbacks: [{ notification: { kind: 'dispute' } }] });
    expect(await ids(signed)).not.toContain(first);
  });

  test.each(['AUTHORISATION', 'REFUND', 'CHARGEBACK', 'SECOND_CHARGEBACK', 'CAPTURE_FAILED'])(
    'an event of Adyen without a signature is refused if Adyen signs such events, even if the user name and password are right (fault 17): %s',
    async (eventCode) => {
      // Adyen sends the event again once the webhook has an HMAC key.
      const item = adyen.happened(eventCode, newAttemptId());
      const expired = adyen.happened('EXPIRE', newAttemptId());
      for (const items of [[item], [expired, item]]) {
        expect(await withLogin.readCallback(unsigned(...items))).toMatchObject({ kind: 'forged' });
      }
    },
  );

  test.each(perhapsUnsigned)(
    'is refused if the webhook has no user name and password, because anybody could have sent it: %s',
    async (eventCode) => {
      const item = adyen.happened(eventCode, newAttemptId());
      expect(await channel.readCallback(unsigned(item))).toMatchObject({ kind: 'forged' });
    },
  );
});
