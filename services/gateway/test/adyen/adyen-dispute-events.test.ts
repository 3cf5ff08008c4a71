import { describe, expect, test } from 'vitest';
import { money } from '../builders/orders.ts';
import { newAttemptId, opened } from './adyen-bench.ts';
import { useAdyen } from './use-adyen.ts';

const { adyen, channel, read, notified } = await useAdyen();

const EUR = money(1_999, 'EUR');

describe('an event of Adyen’s', () => {
  const attemptId = newAttemptId();

  test('about an opened chargeback has all details that Adyen sends', async () => {
    const said = {
      pspReference: '9915555555555555',
      originalReference: '9913140798220028',
      additionalData: {
        chargebackReasonCode: ' 4853',
        chargebackSchemeCode: 'mc',
        defendable: 'true',
        defensePeriodEndsAt: '2021-07-31T03:03:07+02:00',
      },
    };
    expect(await notified('CHARGEBACK', attemptId, said)).toEqual({
      kind: 'dispute',
      attemptId,
      paymentReference: '9913140798220028',
      report: {
        channelReference: '9915555555555555',
        amount: EUR,
        kind: 'opened',
        mayReopen: true,
        respondBy: new Date('2021-07-31T01:03:07Z'),
        reason: { category: 'not_as_described', code: '4853' },
        channelUrl:
          'https://ca-test.adyen.com/ca/ca/accounts/showTx.shtml?pspReference=9913140798220028&txType=Payment',
      },
    });
  });

  test.each([
    ['in the default setting, with references of their own', false],
    ['with the payment’s reference switched on', true],
  ])(
    'the gateway finds the dispute of a report by the dispute’s reference or by the payment (fault 83): %s',
    async (_case, isNamed) => {
      adyen.namesDisputedPayments = isNamed;
      const { attemptId: disputed } = await opened(channel);
      adyen.pay(disputed, 'succeeds');
      const paymentReference = adyen.pspReferenceOf(disputed);
      const codes = ['NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK', 'CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK'];
      const items = codes.map((code) => adyen.disputed(code, disputed, { dispute: '9915555555555555' }));
      const notifications = (await read(...items)).map(({ notification }) => notification);
      for (const [index, notification] of notifications.entries()) {
        const isEarly = index < 2;
        const key = isNamed || isEarly ? { mayReopen: true } : { keyedBy: 'payment' };
        const channelReference = items[index]?.pspReference;
        expect(notification).toMatchObject({
          kind: 'dispute',
          attemptId: disputed,
          report: { ...key, channelReference },
        });
        expect('paymentReference' in notification).toBe(isNamed || isEarly);
        if (isNamed || isEarly) expect(notification).toMatchObject({ paymentReference });
      }
      expect(new Set(items.map(({ pspReference }) => pspReference)).size).toBe(isNamed ? 1 : 3);
      adyen.namesDisputedPayments = false;
    },
  );

  // The states are those of the schema in `json/Webhooks-v1.json`; the page "Dispute webhooks" says which events have which.
  test.each([
    ['CHARGEBACK', {}, 'opened'],
    ['CHARGEBACK', { disputeStatus: 'Undefended', defendable: 'true' }, 'opened'],
    ['CHARGEBACK', { disputeStatus: 'Pending', defendable: 'false' }, 'opened'],
    ['CHARGEBACK', { defendable: 'false', autoDefended: 'true' }, 'opened'],
    ['CHARGEBACK', { disputeStatus: 'Lost', defendable: 'false' }, 'lost'],
    ['CHARGEBACK', { disputeStatus: 'Accepted' }, 'lost'],
    // Adyen sends no status for disputes in Brazil.
    ['CHARGEBACK', { defendable: 'false' }, 'lost'],
    ['CHARGEBACK_REVERSED', { disputeStatus: 'Pending' }, 'opened'],
    // Adyen does not sign the status. If it were enough to win a dispute, whoever can alter a notification could have money
    // refunded that the bank has taken.
    ['CHARGEBACK', { disputeStatus: 'Won' }, 'opened'],
    ['CHARGEBACK_REVERSED', { disputeStatus: 'Won' }, 'opened'],
    ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', { disputeStatus: 'Lost' }, 'won'],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', { disputeStatus: 'Lost' }, 'lost'],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', { disputeStatus: 'Expired' }, 'lost'],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', { disputeStatus: 'Pending' }, 'opened'],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', { disputeStatus: 'Won' }, 'opened'],
    ['NOTIFICATION_OF_CHARGEBACK', { defendable: 'false', autoDefended: 'true' }, 'opened'],
    ['SECOND_CHARGEBACK', { disputeStatus: 'Pending' }, 'lost'],
    ['PREARBITRATION_ACCEPTED', { disputeStatus: 'Accepted' }, 'lost'],
    ['PREARBITRATION_DECLINED', { disputeStatus: 'Lost' }, 'lost'],
  ])(
    'the event code and the status in Adyen’s notification show the state of a dispute (fault 83): %s with %j means %s',
    async (eventCode, additionalData, kind) => {
      expect(await notified(eventCode, attemptId, { additionalData })).toMatchObject({ report: { kind } });
    },
  );

  test.each([
    ['CHARGEBACK', undefined],
    ['ISSUER_RESPONSE_TIMEFRAME_EXPIRED', undefined],
    ['PREARBITRATION_OPEN', 'pre_arbitration'],
    ['PREARBITRATION_WON', 'pre_arbitration'],
    ['SCHEME_ARBITRATION', 'arbitration'],
    ['SCHEME_ARBITRATION_LOST', 'arbitration'],
  ])('%s is about the stage %s of a dispute', async (eventCode, stage) => {
    const notification = await notified(eventCode, attemptId);
    expect((notification as { report: { stage?: string } }).report.stage).toBe(stage);
  });

  test.each(['PREARBITRATION_ACCEPTED', 'PREARBITRATION_DECLINED'])(
    'of %s is for an operator, unless the bank keeps the money: Adyen does not sign who has won',
    async (eventCode) => {
      for (const disputeStatus of ['Won', 'Pending', '']) {
        const notification = await notified(eventCode, attemptId, { additionalData: { disputeStatus } });
        expect(notification).toMatchObject({ kind: 'for_operator' });
      }
    },
  );

  test('about a dispute counts anew if its status is new, and a repetition does not', async () => {
    const dispute = { pspReference: '9915555555555555', success: 'true' } as const;
    const with_ = (additionalData: Record<string, string>) =>
      adyen.happened('CHARGEBACK', attemptId, { ...dispute, additionalData });
    const [first, again, final] = await read(
      with_({ disputeStatus: 'Undefended' }),
      with_({ disputeStatus: 'Undefended', defendable: 'true' }),
      with_({ disputeStatus: 'Lost' }),
    );
    expect(again?.callbackId).toBe(first?.callbackId);
    expect(final?.callbackId).not.toBe(first?.callbackId);
  });

  test.each([
    ['visa', '10.4', 'fraudulent'],
    ['visa', '13.1', 'not_received'],
    ['visa', '13.2', 'cancelled_subscription'],
    ['visa', '12.6.1', 'duplicate'],
    ['mc', '4837', 'fraudulent'],
    ['mc', '4834', 'duplicate'],
    ['amex', 'C08', 'not_received'],
    ['ach', 'R01', 'general'],
  ])(
    'about a dispute with the reason %s %s has the category %s',
    async (chargebackSchemeCode, code, category) => {
      const additionalData = { chargebackSchemeCode, chargebackReasonCode: code };
      expect(await notified('CHARGEBACK', attemptId, { additionalData })).toMatchObject({
        report: { reason: { category, code } },
      });
    },
  );

  test('about a dispute has no reason or deadline if Adyen’s value is not a valid one', async () => {
    // A deadline in the far future would hide that nobody ends the dispute.
    for (const defensePeriodEndsAt of ['soon', '9999-01-01T00:00:00Z']) {
      const additionalData = { chargebackReasonCode: '4111111111111111', defensePeriodEndsAt };
      const notification = await notified('CHARGEBACK', attemptId, { additionalData });
      expect(JSON.stringify(notification)).not.toMatch(/4111|reason|respondBy/);
    }
  });

  test('about a dispute keeps a deadline that is months away', async () => {
    const respondBy = new Date(Math.floor(Date.now() / 1_000 + 300 * 86_400) * 1_000);
    const additionalData = { defensePeriodEndsAt: respondBy.toISOString().replace('.000', '') };
    expect(await notified('CHARGEBACK', attemptId, { additionalData })).toMatchObject({
      report: { respondBy },
    });
  });
});
