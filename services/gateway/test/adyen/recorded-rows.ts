import type { Entry } from './adyen-report.ts';

/**
 * Records of recorded reports, with all their cells about money (wikimedia/wikimedia-fundraising-SmashPig,
 * `PaymentProviders/Adyen/Tests/Data/payments_accounting_report_nyce.csv`, `…_chargeback.csv` and `…_gravy_chargeback.csv`). The
 * first four are about one payment: Adyen took 0.38 USD when it settled the payment, and 0.08 USD for processing it.
 */
const usd = { 'Main Currency': 'USD', 'Payment Currency': 'USD', 'Settlement Currency': 'USD' };
const settlement = {
  'Payable (SC)': '10.02',
  'Markup (SC)': '0.02',
  'Scheme Fees (SC)': '0.06',
  'Interchange (SC)': '0.30',
};

export const recordedRows = {
  received: {
    type: 'Received',
    at: '2026-11-20 03:11:31',
    cells: {
      'Main Currency': 'USD',
      'Main Amount': '10.40',
      'Payment Currency': 'USD',
      'Received (PC)': '10.40',
      'Processing Fee Currency': 'USD',
      'Processing Fee (FC)': '0.08',
      'Original Amount': '10.40',
    },
  },
  authorised: {
    type: 'Authorised',
    at: '2026-11-20 03:11:33',
    cells: {
      'Main Currency': 'USD',
      'Main Amount': '10.40',
      'Payment Currency': 'USD',
      'Received (PC)': '-10.40',
      'Authorised (PC)': '10.40',
      'Original Amount': '10.40',
    },
  },
  sentForSettle: {
    type: 'SentForSettle',
    at: '2026-11-20 03:14:01',
    modification: 'ASDF5ASDF4QWER3A',
    modificationReference: '<auto>',
    cells: {
      ...usd,
      ...settlement,
      'Main Amount': '10.40',
      'Exchange Rate': '1.0',
      'Authorised (PC)': '-10.40',
      'Captured (PC)': '10.40',
      'Original Amount': '10.40',
    },
  },
  settled: {
    type: 'Settled',
    at: '2026-11-20 05:10:54',
    modification: 'ASDF5ASDF4QWER3A',
    modificationReference: '<auto>',
    cells: {
      ...usd,
      ...settlement,
      'Main Amount': '10.02',
      'Exchange Rate': '1.0',
      'Authorised (PC)': '0.00',
      'Captured (PC)': '-10.40',
      'Processing Fee (FC)': '0.0',
      'Original Amount': '10.40',
    },
  },
  disputed: {
    type: 'Chargeback',
    modification: 'ASDF5ASDF4QWER3A',
    cells: {
      ...usd,
      'Main Amount': '9.74',
      'Exchange Rate': '1',
      'Payable (SC)': '-9.74',
      'Commission (SC)': '7.99',
      'Original Amount': '1.75',
    },
  },
  disputedInYen: {
    type: 'Chargeback',
    modification: 'ASDF5ASDF4QWER3A',
    cells: {
      'Main Currency': 'USD',
      'Main Amount': '23.87',
      'Payment Currency': 'JPY',
      'Exchange Rate': '1.000000000000000',
      'Settlement Currency': 'USD',
      'Payable (SC)': '-23.87',
      'Markup (SC)': '10.65',
      'Interchange (SC)': '0.21',
      'Original Amount': '2000',
    },
  },
} as const satisfies Readonly<Record<string, Entry>>;
