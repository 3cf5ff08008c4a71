import { describe, expect, test, vi } from 'vitest';
import { money } from '../builders/orders.ts';
import { channelAt } from './adyen-bench.ts';
import { type Entry, enteredReferences } from './adyen-report.ts';
import { recordedRows } from './recorded-rows.ts';
import { ours, theDay, useReports } from './use-reports.ts';

const reports = useReports();
const { report, keep } = reports;

describe('the amount of a record', () => {
  const usd = { 'Main Currency': 'USD', 'Payment Currency': 'USD', 'Settlement Currency': 'USD' };
  const recorded: readonly (readonly [string, Entry, number, string])[] = [
    ['received', recordedRows.received, 1_040, 'USD'],
    ['authorised', recordedRows.authorised, 1_040, 'USD'],
    ['sent for settlement', recordedRows.sentForSettle, 1_040, 'USD'],
    ['settled, net of fees', recordedRows.settled, 1_040, 'USD'],
    ['disputed, with a fee for the dispute', recordedRows.disputed, 175, 'USD'],
    ['disputed in another currency than settled', recordedRows.disputedInYen, 2_000, 'JPY'],
    // The following cells follow those of the recorded reports, and no report is known that has them.
    [
      'settled in another currency',
      {
        type: 'Settled',
        cells: {
          'Main Currency': 'USD',
          'Main Amount': '13.01',
          'Payment Currency': 'JPY',
          'Settlement Currency': 'USD',
          'Captured (PC)': '-2000',
          'Payable (SC)': '13.01',
        },
      },
      2_000,
      'JPY',
    ],
    [
      'won back, less a fee',
      {
        type: 'ChargebackReversed',
        cells: { ...usd, 'Main Amount': '51.89', 'Payable (SC)': '51.89', 'Markup (SC)': '.11' },
      },
      5_200,
      'USD',
    ],
  ];

  test.each(recorded)(
    'the gateway reads the gross amount of a report’s line, in the payment’s own currency (fault 86): %s',
    async (_case, entry, minor, currency) => {
      keep({ ...entry, reference: ours().reference });
      expect(await reports.channel.statement(theDay)).toMatchObject({
        lines: [{ amount: money(minor, currency) }],
      });
    },
  );

  // A recorded report ends with these three columns (wikimedia/wikimedia-fundraising-SmashPig,
  // `payments_accounting_report_gravy_chargeback.csv`). The second of the two currencies is that of the batch, and no report is
  // known in which it is empty or differs.
  test.each(['', 'EUR'])(
    'the gateway reads the amount and the fee of a report’s line if the report has the column Settlement Currency twice (fault 86): %j',
    async (ofBatch) => {
      const disputed = { ...recordedRows.disputed, reference: ours().reference };
      keep(disputed);
      const metadata = '"{""gr4vy_intent"":""authorize""}"';
      const [columns = '', cells = ''] = report(disputed).split('\r\n');
      const last = [
        `${columns},Payable Batch,Settlement Currency,Metadata`,
        `${cells},1131,${ofBatch},${metadata}`,
      ];
      reports.adyen.reports.set('2026_11_20', `${last.join('\r\n')}\r\n`);
      expect(await reports.channel.statement(theDay)).toMatchObject({
        lines: [{ amount: money(175, 'USD') }],
        fees: [{ fee: money(799, 'USD'), net: money(-974, 'USD') }],
      });
    },
  );

  test.each(enteredReferences)(
    'of a payment that was cancelled by hand is no refund, whatever reference somebody entered: %s',
    async (_, enteredFor) => {
      const { reference } = ours();
      const modification = 'LQWDDLKTSV2GGS82';
      keep({ type: 'Cancelled', reference, modification, modificationReference: enteredFor(reference) });
      expect(await reports.channel.statement(theDay)).toMatchObject({
        lines: [{ subject: 'payment', reference, state: 'cancelled' }],
      });
    },
  );

  test('of a payment that was cancelled for a refund is the refund’s, and the payment stays unchanged', async () => {
    const { reference, modificationReference } = ours();
    keep(
      { type: 'Authorised', reference, at: '2026-11-20 09:00:00' },
      {
        type: 'Cancelled',
        reference,
        at: '2026-11-20 10:00:00',
        modification: 'LQWDDLKTSV2GGS82',
        modificationReference,
      },
    );
    expect(await reports.channel.statement(theDay)).toMatchObject({
      lines: [
        { subject: 'payment', reference, state: 'succeeded' },
        {
          subject: 'refund',
          reference: modificationReference,
          channelReference: 'LQWDDLKTSV2GGS82',
          state: 'succeeded',
          amount: money(1_999, 'EUR'),
        },
      ],
    });
  });
});

describe('the times of a report', () => {
  const at = async (text: string, abbreviation: string, timeZone?: string) => {
    const reportTimeZone = timeZone === undefined ? {} : { reportTimeZone: timeZone };
    const day = text.slice(0, 10).replaceAll('-', '_');
    reports.adyen.reports.set(day, report({ type: 'Authorised', at: text, zone: abbreviation, ...ours() }));
    vi.setSystemTime(new Date('2027-11-24T05:00:00Z'));
    const start = Date.parse(text.slice(0, 10));
    const span = { from: new Date(start - 86_400_000), before: new Date(start + 2 * 86_400_000) };
    const statement = await channelAt(reports.adyen, { credentials: reportTimeZone }).statement(span);
    return statement.kind === 'unavailable' ? statement.detail : statement.lines;
  };

  test.each([
    ['2026-07-20 12:00:00', 'CEST', undefined, '10:00'],
    ['2026-07-20 12:00:00', 'CET', undefined, '10:00'],
    ['2026-11-20 12:00:00', 'CET', undefined, '11:00'],
    // A recorded report of September names the standard time, another of October the summer time.
    ['2026-09-07 05:10:54', 'PST', undefined, '12:10'],
    ['2026-10-31 04:05:39', 'PDT', undefined, '11:05'],
    ['2026-11-20 12:00:00', 'CST', 'America/Chicago', '18:00'],
    ['2026-07-20 12:00:00', 'CST', 'America/Chicago', '17:00'],
    ['2026-07-20 12:00:00', 'IST', 'Asia/Kolkata', '06:30'],
    // Clocks are put back from 3:00 to 2:00, so this time occurs twice.
    ['2026-10-25 02:30:00', 'CEST', undefined, '00:30'],
    ['2026-10-25 02:30:00', 'CET', undefined, '01:30'],
    // Clocks are put forward from 2:00 to 3:00, so this time does not exist.
    ['2026-03-29 02:30:00', 'CET', undefined, '01:30'],
  ])(
    'the gateway converts a report’s local times to UTC, even on a day on which clocks change (fault 86): %s %s of an account in %s is %s',
    async (text, abbreviation, zone, utc) => {
      const lines = await at(text, abbreviation, zone);
      const [line] = lines as readonly { at: Date }[];
      expect(line?.at.toISOString().slice(11, 16)).toBe(utc);
    },
  );

  test('in an unknown time zone make the statement unavailable', async () => {
    expect(await at('2026-11-20 12:00:00', 'CET', 'Europe/Atlantis')).toBe(
      'the account’s time zone Europe/Atlantis does not exist',
    );
  });

  test('need only the reports of the account’s own days if its time zone is set', async () => {
    vi.setSystemTime(new Date('2026-11-21T05:00:00Z'));
    reports.adyen.reports.set('2026_11_20', report({ type: 'Authorised', ...ours() }));
    const utc = channelAt(reports.adyen, { credentials: { reportTimeZone: 'UTC' } });
    expect(await utc.statement(theDay)).toMatchObject({ kind: 'statement', lines: [{}] });
  });
});
