import type { Protection } from './protection.ts';

const source = 'services/gateway/src/adapters/outbound/channels/adyen';

function seenBy(file: string, title: string): Protection['seenBy'] {
  return { project: 'gateway', file: `services/gateway/test/adyen/${file}`, title };
}

/** What the gateway makes of Adyen's messages and reports. Each entry changes one status, sign, amount or currency. */
export const adyenProtections: readonly Protection[] = [
  {
    faults: [82],
    what: 'silence after the end of a session is no cancellation',
    file: `${source}/adyen-channel.ts`,
    find: "      default:\n        return { kind: 'not_askable' };",
    replace: "      default:\n        return { kind: 'cancelled' };",
    seenBy: seenBy('adyen-channel.test.ts', '(fault 82)'),
  },
  {
    faults: [82],
    what: 'an order whose submitted attempt is at a channel that cannot be asked stays open',
    file: 'services/gateway/src/application/channels/cancel-at-channel.ts',
    find: "attempt.state === 'SUBMITTED' || attempt.unresolvedSince !== null ? 'unknown' : 'cancelled'",
    replace: "attempt.unresolvedSince !== null ? 'unknown' : 'cancelled'",
    seenBy: seenBy('paying-at-adyen.test.ts', 'a success hours after its validity pays it (fault 82)'),
  },
  {
    faults: [82],
    what: 'the result of another session says nothing about this one',
    file: `${source}/adyen-sessions.ts`,
    find: "return id === sessionId && reference === attemptId ? readSession(answer) : { kind: 'not_askable' };",
    replace: 'return readSession(answer);',
    seenBy: seenBy('adyen-channel.test.ts', 'that a consumer has made up, or of another session'),
  },
  {
    faults: [83],
    what: 'an event of a dispute is found by its payment',
    file: `${source}/adyen-disputes.ts`,
    find: "    keyedBy: 'payment',\n",
    replace: '',
    seenBy: seenBy('adyen-notifications.test.ts', '(fault 83)'),
  },
  {
    faults: [83],
    what: 'a chargeback with a final status ends the dispute',
    file: `${source}/adyen-disputes.ts`,
    find: "  if (disputeStatus === 'Lost' || disputeStatus === 'Accepted') return true;\n",
    replace: '',
    seenBy: seenBy('adyen-notifications.test.ts', '(fault 83)'),
  },
  {
    faults: [89],
    what: 'an announced dispute moves no money',
    file: `${source}/adyen-disputes.ts`,
    find: "    ...(kind === 'opened' && meaning === 'dispute_announced' && { isAnnouncement: true }),\n",
    replace: '',
    seenBy: seenBy('published-webhooks.test.ts', '(fault 89)'),
  },
  {
    faults: [84],
    what: 'a payment returned by hand in the Customer Area is a refund',
    file: `${source}/adyen-events.ts`,
    find: "    case 'refund':\n      return readRefund(event, 'refund');\n",
    replace: '',
    seenBy: seenBy('adyen-notifications.test.ts', '(fault 84)'),
  },
  {
    faults: [84],
    what: 'a refund that was undone has failed',
    file: `${source}/adyen-events.ts`,
    find: "const isMade = meaning !== 'refund_undone' && success;",
    replace: 'const isMade = success;',
    seenBy: seenBy('adyen-notifications.test.ts', '(fault 84)'),
  },
  {
    faults: [85],
    what: 'a whole payment is returned by a reversal',
    file: `${source}/adyen-channel.ts`,
    find: 'amount: isWhole ? null : amount,',
    replace: 'amount,',
    seenBy: seenBy('adyen-channel.test.ts', '(fault 85)'),
  },
  {
    faults: [86],
    what: 'a line of the report is gross, not what is paid out',
    file: `${source}/adyen-report-rows.ts`,
    find: 'of [row.captured, row.authorised, row.received])',
    replace: 'of [row.mainAmount])',
    seenBy: seenBy('adyen-statement.test.ts', '(fault 86)'),
  },
  {
    faults: [86],
    what: 'the amount of a dispute is without the fee',
    file: `${source}/adyen-report-rows.ts`,
    find: '!payable || fee === undefined ? null : payable + fee.amountMinor',
    replace: '!payable || fee === undefined ? null : payable',
    seenBy: seenBy('adyen-statement.test.ts', '(fault 86)'),
  },
  {
    faults: [86],
    what: 'the amount of a settlement in another currency is not that of the payment',
    file: `${source}/adyen-report-rows.ts`,
    find: 'row.settlementCurrency === currency ? grossOfPayable(row) : null',
    replace: 'grossOfPayable(row)',
    seenBy: seenBy('adyen-statement.test.ts', '(fault 86)'),
  },
  {
    faults: [86],
    what: 'a day without transactions is complete',
    file: `${source}/adyen-statement.ts`,
    find: 'if (!hasReport && !mustBeWritten(day)) {',
    replace: 'if (!hasReport) {',
    seenBy: seenBy('adyen-statement.test.ts', '(fault 86)'),
  },
  {
    faults: [86],
    what: 'a time that occurs twice in autumn is the one that is meant',
    file: `${source}/adyen-time-zones.ts`,
    find: 'return isFirst ? Math.min(...moments) : Math.max(...moments);',
    replace: 'return Math.max(...moments);',
    seenBy: seenBy('adyen-statement.test.ts', '(fault 86)'),
  },
];
