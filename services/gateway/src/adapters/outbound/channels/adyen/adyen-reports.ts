/** Downloads the daily "Payment accounting report" of an Adyen merchant account from Adyen's Customer Area. */

export interface ReportAccess {
  /** The origin of Adyen's Customer Area, or of a test server in its place. */
  readonly origin: string;
  readonly merchantAccount: string;
  /** `name:password` of the report user. */
  readonly login: string;
  /** The account's IANA time zone, in which its reports are written; null if it is not set. */
  readonly timeZone: string | null;
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch | undefined;
}

export type ReportDownload =
  | { readonly kind: 'report'; readonly csv: string }
  /** The report does not exist: Adyen has not written it yet, or the day had no transactions. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly detail: string };

export type ReportProbe =
  | { readonly kind: 'let_in' }
  | { readonly kind: 'no_user' }
  | { readonly kind: 'refused'; readonly detail: string };

/** @param day `yyyy-mm-dd`, in the account's own time zone */
export async function downloadReport(access: ReportAccess, day: string): Promise<ReportDownload> {
  const { origin, merchantAccount, login, timeoutMs, fetch: send = fetch } = access;
  const file = `payments_accounting_report_${day.replaceAll('-', '_')}.csv`;
  const address = new URL(`/reports/download/MerchantAccount/${merchantAccount}/${file}`, origin);
  try {
    const response = await send(address, {
      headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const csv = await response.text();
    switch (response.status) {
      case 200:
        return { kind: 'report', csv };
      case 404:
        return { kind: 'missing' };
      case 401:
      case 403:
        return { kind: 'refused', detail: 'Adyen does not let the report user in' };
      default:
        return { kind: 'refused', detail: `Adyen answered ${response.status} to the download of ${file}` };
    }
  } catch {
    return { kind: 'refused', detail: `${file} could not be downloaded from Adyen` };
  }
}

/**
 * Checks whether the report user may download reports by asking for the report of a future day. Such a report does not
 * exist, but Adyen says so only to users with access.
 */
export async function probeReports(access: ReportAccess | null): Promise<ReportProbe> {
  if (access === null) return { kind: 'no_user' };
  const download = await downloadReport(access, '2999-01-01');
  return download.kind === 'refused' ? download : { kind: 'let_in' };
}
