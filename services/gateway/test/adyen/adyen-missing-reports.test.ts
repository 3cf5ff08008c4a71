import { beforeEach, describe, expect, test, vi } from 'vitest';
import { channelAt } from './adyen-bench.ts';
import { ours, theDay, useReports } from './use-reports.ts';

const reports = useReports();
const { report, keep } = reports;

/** Without a report of one of its days, a statement may lack entries: Adyen may no longer keep the report. */
const empty = { kind: 'statement', lines: [], fees: [], mayLackEntries: true };
const mayBeForbidden = 'it may also be that the report user may not download reports of this account';

beforeEach(() => {
  reports.adyen.missingReportStatus = 403;
  reports.adyen.mayDownloadReports = true;
});

describe.each([403, 404] as const)('a report that does not exist, for which Adyen answers %i', (status) => {
  beforeEach(() => {
    reports.adyen.missingReportStatus = status;
  });
  const detailOf = (detail: string) =>
    status === 403 ? expect.stringMatching(`^${detail}\\. .*${mayBeForbidden}$`) : detail;

  test('makes the statement unavailable if it is the last one that the statement needs', async () => {
    keep({ type: 'Authorised' });
    reports.adyen.reports.delete('2026_11_21');
    expect(await reports.channel.statement(theDay)).toEqual({
      kind: 'unavailable',
      detail:
        status === 403
          ? `Adyen has no payment accounting report of 2026-11-21 (yet). Adyen answered 403, so ${mayBeForbidden}`
          : 'Adyen has no payment accounting report of 2026-11-21 (yet)',
    });
  });

  test('if no report exists for a day without transactions, a statement is complete as soon as later reports exist (fault 86)', async () => {
    keep({ type: 'Authorised', ...ours() });
    reports.adyen.reports.delete('2026_11_19');
    expect(await reports.channel.statement(theDay)).toMatchObject({ kind: 'statement', lines: [{}] });
    reports.adyen.reports.delete('2026_11_20');
    expect(await reports.channel.statement(theDay)).toEqual(empty);
  });

  test('if no report exists for any of its days, a statement is complete once Adyen would have written the reports (fault 86)', async () => {
    reports.adyen.reports.set('2026_11_14', report());
    expect(await reports.channel.statement(theDay)).toMatchObject({
      detail: expect.stringContaining('2026-11-21 (yet)'),
    });
    vi.setSystemTime(new Date('2026-11-24T05:00:00Z'));
    expect(await reports.channel.statement(theDay)).toEqual(empty);
  });

  test('makes the statement unavailable for good if the account has no other reports', async () => {
    vi.setSystemTime(new Date('2026-12-24T05:00:00Z'));
    expect(await reports.channel.statement(theDay)).toEqual({
      kind: 'unavailable',
      detail: detailOf(
        'Adyen has no payment accounting report within a week of 2026-11-19: check that it generates one every day',
      ),
    });
  });

  test('cannot show in the check whether the report user may download reports', async () => {
    const steps = await reports.channel.check();
    expect(steps.at(-1)).toEqual({
      name: 'reports',
      outcome: 'skipped',
      detail: detailOf(
        'Adyen has no payment accounting report of the last 8 days. Switch on its daily generation, and check again on the day after the first payment',
      ),
    });
  });
});

test('a report user who may not download reports never gets a statement, and the operator reads why', async () => {
  keep({ type: 'Authorised', ...ours() });
  reports.adyen.mayDownloadReports = false;
  vi.setSystemTime(new Date('2026-12-24T05:00:00Z'));
  expect(await reports.channel.statement(theDay)).toEqual({
    kind: 'unavailable',
    detail: expect.stringContaining(mayBeForbidden),
  });
});

test('a statement without reports says why Adyen refuses those of the days around it', async () => {
  vi.setSystemTime(new Date('2026-12-24T05:00:00Z'));
  const calls: string[] = [];
  const channel = channelAt(reports.adyen, { url: reports.adyen.url });
  const real = globalThis.fetch;
  const failing = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    calls.push(String(input));
    return calls.length > 3 ? new Response('', { status: 500 }) : real(input, init);
  });
  const statement = await channel.statement(theDay);
  failing.mockRestore();
  expect(statement).toEqual({
    kind: 'unavailable',
    detail: 'Adyen answered 500 to the download of payments_accounting_report_2026_11_22.csv',
  });
});

describe('the check of the report user', () => {
  const stepOf = async (channel = reports.channel) => (await channel.check()).at(-1);

  test('passes with the latest report that has all columns', async () => {
    reports.adyen.reports.set('2026_11_14', report({ type: 'Authorised' }));
    expect(await stepOf()).toEqual({ name: 'reports', outcome: 'passed', detail: null });
    reports.adyen.reports.set('2026_11_14', report());
    expect(await stepOf()).toMatchObject({ outcome: 'passed' });
  });

  test.each([
    [
      'Modification Psp Reference',
      /^the report of 2026-11-21 has no column Modification Psp Reference: add it/,
    ],
    ['Processing Fee (FC)', /^the report of 2026-11-21 has no column Processing Fee \(FC\)$/],
  ])('names the missing column %s', async (column, detail) => {
    const csv = report({ type: 'Authorised' }).replace(column, 'Reserved1');
    reports.adyen.reports.set('2026_11_21', csv);
    reports.adyen.reports.set('2026_11_20', report({ type: 'Authorised' }));
    expect(await stepOf()).toMatchObject({ outcome: 'failed', detail: expect.stringMatching(detail) });
  });

  test('fails with wrong credentials, and no statement is possible with them', async () => {
    keep({ type: 'Authorised' });
    const wrong = channelAt(reports.adyen, {
      credentials: { reportLogin: 'report@Company.Kassa:wrong-password' },
    });
    const detail = 'Adyen does not let the report user in';
    expect(await stepOf(wrong)).toEqual({ name: 'reports', outcome: 'failed', detail });
    expect(await wrong.statement(theDay)).toEqual({ kind: 'unavailable', detail });
  });

  test('is skipped without a report user', async () => {
    const without = channelAt(reports.adyen, { credentials: { reportLogin: undefined } });
    expect(await stepOf(without)).toMatchObject({ outcome: 'skipped', detail: /no report user/ });
  });
});
