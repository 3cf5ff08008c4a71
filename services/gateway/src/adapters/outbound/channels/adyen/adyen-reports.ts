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
  /**
   * The report does not exist: Adyen has not written it yet, or the day had no transactions.
   *
   * `isForbidden`: the answer can also mean that the report user may not download reports of the account. According to Adyen's
   * page "How do I download reports from the Customer Area?", it answers 403 for a report that it has not generated. But
   * several programs that read these reports expect 404 in this case. Only another report of the account shows which of the two
   * meanings the answer has.
   */
  | { readonly kind: 'missing'; readonly isForbidden: boolean }
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
      case 403:
      case 404:
        return { kind: 'missing', isForbidden: response.status === 403 };
      case 401:
        return { kind: 'refused', detail: 'Adyen does not let the report user in' };
      default:
        return { kind: 'refused', detail: `Adyen answered ${response.status} to the download of ${file}` };
    }
  } catch {
    return { kind: 'refused', detail: `${file} could not be downloaded from Adyen` };
  }
}

/** The further meanings of the answer 403, besides that the report does not exist. */
export const mayBeForbidden =
  'Adyen answered 403, so it may also be that the report user may not download reports of this account';
