import { expect, test } from 'vitest';
import { settlementText } from '../../src/cli/output/settlement-text.ts';

test('a settlement report aligns its amounts, and says what was returned and what is not final', () => {
  const text = settlementText({
    merchant_id: 'mer_1',
    date: '2026-11-21',
    from: '2026-11-21T00:00:00.000Z',
    before: '2026-11-22T00:00:00.000Z',
    final: false,
    totals: [
      {
        currency_code: 'USD',
        gross: '1200.00',
        refunds: '-12.34',
        automatic_refunds: '-2.34',
        disputes: '0.00',
        net: '1187.66',
        payment_count: 12,
        refund_count: 1,
        automatic_refund_count: 1,
        dispute_count: 1,
        dispute_reversal_count: 1,
        refund_reversal_count: 0,
        fees: '-30.20',
        fee_count: 16,
        net_after_fees: '1157.46',
        uncollected: '0.00',
        uncollected_count: 0,
        other_settlements: [{ currency_code: 'EUR', count: 2, gross: '18.40', fees: '-0.55', net: '17.85' }],
      },
    ],
  });
  expect(text).toBe(
    [
      '  Day    2026-11-21, UTC',
      '  Final  no: entries can be added until five minutes after the end of the day',
      '',
      '  USD                    AMOUNT  COUNT',
      '  Gross                 1200.00  12',
      '  Refunds                -12.34  2',
      '    of these automatic    -2.34  1',
      '  Disputes                 0.00  1 withdrawn, 1 given back',
      '  Net                   1187.66',
      '  Fees                   -30.20  16 known',
      '  Net after fees        1157.46',
      '  Settled in EUR          18.40  2',
      '    fees in EUR           -0.55',
      '    net in EUR            17.85',
      '',
    ].join('\n'),
  );
});
