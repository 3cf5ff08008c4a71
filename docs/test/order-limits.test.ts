import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orderLimits } from '@kassa/contracts';
import { expect, test } from 'vitest';

const KIB = 1024;

/** The limits that operators and merchants notice. */
const shown: Readonly<Record<string, string>> = {
  'payment attempts of the consumer, each decline counted': `${orderLimits.attempts}`,
  'all attempts, with those that no channel opened': `${orderLimits.openings}`,
  'refunds that a merchant can request': `${orderLimits.refunds}`,
  'refunds to which you can add one: `refund repeat`, or more that went back': `${orderLimits.refundsWithOperators}`,
  'all refunds, with one return for each late or second payment': `${orderLimits.refundsInAll}`,
  'requests for refunds that the channel refused before the capture': `${orderLimits.earlyRefusals}`,
  disputes: `${orderLimits.disputes}`,
  'reports that contradict the order': `${orderLimits.setAside}`,
  'settled cases': `${orderLimits.settledCases}`,
  'events that wait for the event log': `${orderLimits.waitingEvents}`,
  'reasons, remarks and failure messages of all refunds': `${orderLimits.refundTextBytes / KIB} KiB`,
  'your notes': `${orderLimits.noteBytes / KIB} KiB`,
  'lines of the history': `${orderLimits.historyLines}`,
};

test('the operators’ page names each limit of an order as the gateway keeps it', () => {
  const page = readFileSync(join(import.meta.dirname, '../../services/gateway/README.md'), 'utf8');
  const [, table = ''] = page.split('| Part of an order | At most | Beyond that |');
  const rows = (table.split('\n\n')[0] ?? '')
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, part = '', most = '']) => [part, most]);
  expect(Object.fromEntries(rows)).toEqual(shown);
  expect(page).toContain(
    `at most ${orderLimits.codeBytes} bytes of a channel's failure code, and at most ${orderLimits.messageBytes} bytes of its failure message`,
  );
  expect(page).toContain(`more than ${orderLimits.referenceBytes} bytes`);
});
