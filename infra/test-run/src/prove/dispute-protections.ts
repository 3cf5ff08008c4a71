import type { Protection } from './protection.ts';
import { seenBy, source } from './seen-by.ts';

/** Code that keeps the recorded loss of a dispute equal to what the bank has kept. */
export const disputeProtections: readonly Protection[] = [
  {
    faults: [91],
    what: 'a part of a lost dispute’s money that Stripe returned does not count as lost',
    file: `${source}/adapters/outbound/channels/stripe/stripe-dispute-reports.ts`,
    find: "const taken = meaning.kind === 'lost' ? takenBy(dispute) : dispute.amount;",
    replace: 'const taken = dispute.amount;',
    seenBy: seenBy('stripe/published-disputes.test.ts', '(fault 91)'),
  },
  {
    faults: [91],
    what: 'money that comes back after a loss lowers the loss',
    file: `${source}/domain/dispute/apply-dispute-report.ts`,
    find: '  if (lowered !== undefined) return changed(lowered);\n',
    replace: '',
    seenBy: seenBy('domain/lowered-loss.test.ts', 'an order counts only what the bank kept'),
  },
  {
    faults: [91],
    what: 'a report that may be late does not lower a loss',
    file: `${source}/domain/dispute/lower-loss.ts`,
    find: "if (!showsMoneyBack || kind === 'opened' || ",
    replace: "if (kind === 'opened' || ",
    seenBy: seenBy('domain/lowered-loss.test.ts', 'because the report may be late'),
  },
  {
    faults: [91],
    what: 'a loss that is reported after an operator took back the earlier one becomes a case',
    file: `${source}/domain/dispute/lower-loss.ts`,
    find: '(known) => known.channelReference === channelReference && known.showsMoneyBack,',
    replace: '(known) => known.channelReference === channelReference,',
    seenBy: seenBy('domain/lowered-loss.test.ts', 'after an operator took back the earlier one is a case'),
  },
  {
    faults: [91],
    what: 'a refund by hand that did not fit beside a loss counts once the loss is lowered',
    file: `${source}/domain/dispute/lower-loss.ts`,
    find: 'return countWhatFitsNow(',
    replace: 'return ((order: PaymentOrder, ..._rest: unknown[]) => order)(',
    seenBy: seenBy('domain/lowered-loss.test.ts', 'a refund made by hand that did not fit'),
  },
  {
    faults: [91],
    what: 'money that comes back moves on its own day',
    file: `${source}/domain/settlement/money-moves.ts`,
    find: '    ...givenBack.map((back) => move(back.amount.amountMinor, back.at)),\n',
    replace: '',
    seenBy: seenBy('domain/lowered-loss.test.ts', 'and no earlier day changes'),
  },
  {
    faults: [83],
    what: 'a report without its dispute’s reference does not end a dispute if an equal one may exist',
    file: `${source}/domain/dispute/apply-dispute-report.ts`,
    find: 'disputes.length === 1 && !hasRoomForAnother',
    replace: 'disputes.length === 1',
    seenBy: seenBy('domain/disputes-of-one-payment.test.ts', 'so it ends no dispute and becomes a case'),
  },
  {
    faults: [92],
    what: 'a dispute over a little more than its payment puts the order in dispute',
    file: `${source}/domain/dispute/disputed-amount.ts`,
    find: 'amountMinor <= paid.amountMinor * MOST_TIMES',
    replace: 'amountMinor <= paid.amountMinor',
    seenBy: seenBy('domain/dispute-above-charge.test.ts', '(fault 92)'),
  },
  {
    faults: [93],
    what: 'the loss of a payment that was never collected is not sought as a dispute in the books',
    file: `${source}/domain/reconciliation/own-entry.ts`,
    find: 'return disputesOf(order).filter(({ isUncollected }) => !isUncollected);',
    replace: 'return disputesOf(order);',
    seenBy: seenBy('domain/refund-of-uncollected-money.test.ts', '(fault 93)'),
  },
];
