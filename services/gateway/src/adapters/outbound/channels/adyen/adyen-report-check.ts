import type { CheckStep } from '../../../../ports/check-step.ts';
import { readRows } from './adyen-report-rows.ts';
import { downloadReport, mayBeForbidden, type ReportAccess } from './adyen-reports.ts';

const DAY_MS = 86_400_000;
/** For how many days before today the check looks for a report. Adyen writes no report for a day without transactions. */
const DAYS_TO_LOOK_BACK = 8;

/**
 * Checks, with the account's latest report, whether the report user can download reports, and whether they have the columns
 * that the gateway needs. If there is no report, the check finds out nothing: Adyen may give the same answer for a report that
 * does not exist as for a user who may not download reports.
 *
 * @param access null if no report user is set
 */
export async function checkReports(access: ReportAccess | null): Promise<Omit<CheckStep, 'name'>> {
  if (access === null) {
    return { outcome: 'skipped', detail: 'no report user is set: the account cannot be reconciled' };
  }
  let isForbidden = false;
  for (let daysAgo = 1; daysAgo <= DAYS_TO_LOOK_BACK; daysAgo += 1) {
    const day = new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const download = await downloadReport(access, day);
    if (download.kind === 'refused') return { outcome: 'failed', detail: download.detail };
    if (download.kind === 'report') return columnsStep(download.csv, day);
    isForbidden ||= download.isForbidden;
  }
  const none = `Adyen has no payment accounting report of the last ${DAYS_TO_LOOK_BACK} days. Switch on its daily generation, and check again on the day after the first payment`;
  return { outcome: 'skipped', detail: isForbidden ? `${none}. ${mayBeForbidden}` : none };
}

function columnsStep(csv: string, day: string): Omit<CheckStep, 'name'> {
  const report = readRows(csv, day);
  if (typeof report === 'string') return { outcome: 'failed', detail: report };
  return report.namesModifications
    ? { outcome: 'passed', detail: null }
    : {
        outcome: 'failed',
        detail: `the report of ${day} has no column Modification Psp Reference: add it to the report, because disputes, and refunds made in the Customer Area, cannot be compared without it`,
      };
}
