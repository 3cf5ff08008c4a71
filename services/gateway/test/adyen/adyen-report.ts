/** The standard columns of Adyen's "Payment accounting report", in their sequence. */
export const header =
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Booking Date,TimeZone,Main Currency,Main Amount,Record Type,Payment Currency,Received (PC),Authorised (PC),Captured (PC),Settlement Currency,Payable (SC),Commission (SC),Markup (SC),Scheme Fees (SC),Interchange (SC),Processing Fee Currency,Processing Fee (FC),User Name,Payment Method Variant,Modification Psp Reference,Modification Merchant Reference';

/** A record of a report. Members that a test leaves out get the values of a card payment. */
export interface Entry {
  readonly account?: string;
  readonly payment?: string;
  readonly reference?: string;
  readonly at?: string;
  readonly zone?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly type: string;
  readonly modification?: string;
  readonly modificationReference?: string;
}

function row(entry: Entry, merchantAccount: string): string {
  const { account = merchantAccount, payment = 'QFQTPCQ8HXSKGK82', reference = '' } = entry;
  const { at = '2026-11-20 12:00:00', zone = 'UTC', amount = '19.99', currency = 'EUR', type } = entry;
  const { modification = '', modificationReference = '' } = entry;
  const first = ['"Kassa, Ltd"', account, payment, reference, 'visa', at, zone, currency, amount, type];
  return [...first, ...Array<string>(14).fill(''), modification, modificationReference].join(',');
}

/** A report of an account, as a file. */
export function reportOf(merchantAccount: string, entries: readonly Entry[]): string {
  const rows = entries.map((entry) => row(entry, merchantAccount));
  return `\uFEFF${[header, ...rows].join('\r\n')}\r\n`;
}
