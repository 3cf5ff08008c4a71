/**
 * The standard columns of Adyen's "Payment accounting report", in their sequence, as Adyen's documentation has them and as
 * programs read them that take the report as it comes (Yoast/singer-tap-adyen, `payment_accounting`).
 */
export const standardHeader =
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Booking Date,TimeZone,Main Currency,Main Amount,Record Type,Payment Currency,Received (PC),Authorised (PC),Captured (PC),Settlement Currency,Payable (SC),Commission (SC),Markup (SC),Scheme Fees (SC),Interchange (SC),Processing Fee Currency,Processing Fee (FC),User Name,Payment Method Variant,Modification Merchant Reference';

/**
 * The columns of a report to which the account has added the column that names refunds and disputes, as recorded reports have it
 * (wikimedia/wikimedia-fundraising-SmashPig, `payments_accounting_report_*.csv`).
 */
export const header = `${standardHeader},Modification Psp Reference`;

/**
 * A record of a report. Members that a test leaves out get the values of a card payment. Disputes need `payable` and the fees,
 * because a dispute moves no register.
 */
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
  /** Cells by the names of their columns, in place of those that the other members give. */
  readonly cells?: Readonly<Record<string, string>>;
}

/** The record types that move no register: those of disputes. */
const movesNoRegister = (type: string) => /Chargeback/.test(type);

/** The cells that hold the amount. Adyen writes what leaves a register as a negative number. */
function amountCells({ type, amount = '19.99', currency = 'EUR' }: Entry): Record<string, string> {
  const plain = amount.replace('-', '');
  const common = { 'Main Currency': currency, 'Main Amount': plain, 'Payment Currency': currency };
  if (movesNoRegister(type)) {
    const payable = type.includes('Reversed') ? plain : `-${plain}`;
    return { ...common, 'Settlement Currency': currency, 'Payable (SC)': payable };
  }
  switch (type) {
    case 'Received':
      return { ...common, 'Received (PC)': plain };
    case 'Refused':
    case 'Error':
      return { ...common, 'Received (PC)': `-${plain}` };
    case 'Authorised':
      return { ...common, 'Received (PC)': `-${plain}`, 'Authorised (PC)': plain };
    case 'Cancelled':
    case 'Expired':
      return { ...common, 'Authorised (PC)': `-${plain}` };
    case 'SentForSettle':
      return { ...common, 'Authorised (PC)': `-${plain}`, 'Captured (PC)': plain };
    default:
      return { ...common, 'Authorised (PC)': '0.00', 'Captured (PC)': `-${plain}` };
  }
}

function row(entry: Entry, merchantAccount: string, columns: readonly string[]): string {
  const { account = merchantAccount, payment = 'QFQTPCQ8HXSKGK82', reference = '' } = entry;
  const { at = '2026-11-20 12:00:00', zone = 'UTC', type, cells = {} } = entry;
  const { modification = '', modificationReference = '' } = entry;
  const values: Readonly<Record<string, string>> = {
    'Company Account': '"Kassa, Ltd"',
    'Merchant Account': account,
    'Psp Reference': payment,
    'Merchant Reference': reference,
    'Payment Method': 'visa',
    'Booking Date': at,
    TimeZone: zone,
    'Record Type': type,
    'Modification Psp Reference': modification,
    'Modification Merchant Reference': modificationReference,
    ...amountCells(entry),
    ...cells,
  };
  return columns.map((column) => values[column] ?? '').join(',');
}

/** A report of an account, as a file. It has further columns if a record has cells for them, as an account can add them. */
export function reportOf(
  merchantAccount: string,
  entries: readonly Entry[],
  columnsOfAll: string = header,
): string {
  const named = entries.flatMap(({ cells = {} }) => Object.keys(cells));
  const columns = [...new Set([...columnsOfAll.split(','), ...named])];
  const rows = entries.map((entry) => row(entry, merchantAccount, columns));
  return `\uFEFF${[columns.join(','), ...rows].join('\r\n')}\r\n`;
}

/** References that somebody can enter at Adyen for a change of a payment by hand, derived from the ID of the attempt. */
export const enteredReferences: readonly (readonly [string, (attemptId: string) => string])[] = [
  ['text', () => 'by hand'],
  ['the payment’s own reference', (attemptId) => attemptId],
  ['the ID of a case', (attemptId) => attemptId.replace('txn', 'qtn')],
  ['the ID of a failed return', (attemptId) => attemptId.replace('txn', 'rtn')],
  ['the ID of a refund by hand', (attemptId) => `chn_${attemptId.slice(4, 36)}_${'a'.repeat(24)}`],
];
