import { describe, expect, test } from 'vitest';
import { announcementsOf } from '../../src/application/announcements.ts';
import { noteUncollected } from '../../src/domain/attempt/note-uncollected.ts';
import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import { openCases, settleCase } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { ownEntries } from '../../src/domain/reconciliation/own-entry.ts';
import { concludeRefund } from '../../src/domain/refund/conclude-refund.ts';
import { recordRefundReference, repeatSending } from '../../src/domain/refund/progress-refund.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { correcting } from '../builders/corrected-outcomes.ts';
import {
  afterChange,
  clocksAt,
  disputed,
  latest,
  money,
  paid,
  refundNumbered,
  startRefund,
  withRefund,
} from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

/** Applies the channel's report that it could not collect the order's money. */
function uncollected(
  order: PaymentOrder,
  channelReference = 'cpt_1',
  seconds = 45,
  toldAt?: Date,
): PaymentOrder {
  return afterChange(reported(order, channelReference, seconds, toldAt));
}

function reported(order: PaymentOrder, channelReference: string, seconds: number, toldAt?: Date) {
  const report = { channelReference, reason: 'The bank refused.', ...(toldAt && { toldAt }) };
  return noteUncollected(order, latest(order).attemptId, report, after(seconds));
}

/** Returns the order after an operator has recorded a loss of 40 dollars under one report, and of all 100 under another. */
function lostUnderTwoReports(): PaymentOrder {
  const lost = { outcome: 'lost', note: 'Expired.' } as const;
  const part = { ...lost, lost: money(4_000), channelReference: 'cpt_1' } as const;
  const first = concludeDispute(uncollected(paid()), part, after(70));
  if (first.kind !== 'concluded') throw new Error(first.reason);
  const all = { ...lost, lost: money(10_000), channelReference: 'exp_2' } as const;
  const second = concludeDispute(uncollected(first.order, 'exp_2', 85), all, after(90));
  if (second.kind !== 'concluded') throw new Error(second.reason);
  return second.order;
}

const refundIdOf = (order: PaymentOrder) => refundNumbered(order, 'R').refundId;
const wished = () => uncollected(withRefund(paid(), { number: 'R', amountMinor: 10_000 }));

test('once an operator has recorded uncollected money as a loss, nothing is left to refund, and the settlement report adds up to zero (fault 93)', () => {
  const order = wished();
  const finding = {
    channelReference: 'cpt_1',
    outcome: 'lost',
    note: 'Expired.',
  } as const;
  const concluded = concludeDispute(order, finding, after(70));
  if (concluded.kind !== 'concluded') throw new Error(concluded.reason);
  const [open] = openCases(concluded.order);
  const settled = afterChange(settleListed(concluded.order, open?.caseId ?? '', 'Expired.', after(80)));
  expect([settled.state, refundNumbered(settled, 'R').state]).toEqual(['REFUNDED', 'CANCELLED']);
  expect([openCases(settled), refundableMinor(settled)]).toEqual([[], 0]);
  expect(moneyMovesOf(settled).map(({ kind, signedMinor }) => [kind, signedMinor])).toEqual([
    ['payment', 10_000],
    ['uncollected', -10_000],
  ]);
  expect(settled.dispute).toMatchObject({ reason: { category: 'processing_error', code: 'uncollected' } });
});

/** Adyen tries a capture again that failed for a technical reason. The money can come, and the new capture can fail, too. */
test('money that the channel could not collect is a case again if the channel reports later that it could not collect it', () => {
  const first = uncollected(paid(), 'cpt_1', 45, after(44));
  const [open] = openCases(first);
  const settled = afterChange(settleListed(first, open?.caseId ?? '', 'Captured after all.', after(80)));
  for (const toldAt of [undefined, after(43), after(44)]) {
    expect(reported(settled, 'cpt_1', 90, toldAt).kind).toBe('unchanged');
  }
  const again = uncollected(settled, 'cpt_1', 100, after(99));
  expect(openCases(again)).toEqual([{ ...open, since: after(100) }]);
  expect(announcementsOf(settled, again).map(({ kind }) => kind)).toEqual(['payment_uncollected']);
  expect(reported(again, 'cpt_1', 110, after(99)).kind).toBe('unchanged');
});

test('an operator who saw only the earlier report of uncollected money cannot settle the case of the later one', () => {
  const first = uncollected(paid(), 'cpt_1', 45, after(44));
  const [seen = expect.fail()] = openCases(first);
  const again = uncollected(first, 'cpt_1', 100, after(99));
  expect(settleCase(again, seen, 'Captured after all.', after(110)).kind).toBe('unchanged');
});

test('for the reconciliation, uncollected money is a failed payment and not a dispute (fault 93)', () => {
  const entriesOf = (order: PaymentOrder) =>
    ownEntries(order, latest(order).channelId).map(({ subject, state }) => [subject, state]);
  const concluded = (order: PaymentOrder, outcome: 'won' | 'lost') => {
    const finding = { channelReference: 'cpt_1', outcome, note: 'Seen.', ...correcting(order, 'cpt_1') };
    const decision = concludeDispute(order, finding, after(70));
    if (decision.kind !== 'concluded') throw new Error(decision.reason);
    return decision.order;
  };
  const lost = concluded(uncollected(paid()), 'lost');
  expect(entriesOf(lost)).toEqual([['payment', 'failed']]);
  const collected = concluded(lost, 'won');
  expect(entriesOf(collected)).toEqual([['payment', 'succeeded']]);
  expect([collected.state, refundableMinor(collected)]).toEqual(['PAY_SUCCESS', 10_000]);
  expect(moneyMovesOf(collected).map(({ kind, signedMinor }) => [kind, signedMinor])).toEqual([
    ['payment', 10_000],
    ['uncollected', -10_000],
    ['uncollected', 10_000],
  ]);
});

test('uncollected money counts as lost once, however often the channel reports it (fault 93)', () => {
  const lost = { outcome: 'lost', note: 'Expired.' } as const;
  const first = concludeDispute(uncollected(paid()), { ...lost, channelReference: 'cpt_1' }, after(70));
  if (first.kind !== 'concluded') throw new Error(first.reason);
  const [open] = openCases(first.order);
  const settled = afterChange(settleListed(first.order, open?.caseId ?? '', 'Expired.', after(80)));
  const again = uncollected(settled, 'exp_2', 85);
  expect(openCases(again).map(({ kind }) => kind)).toEqual(['payment_uncollected']);
  for (const amount of [{}, { lost: money(10_000) }]) {
    const second = concludeDispute(again, { ...lost, ...amount, channelReference: 'exp_2' }, after(90));
    expect(second).toEqual({ kind: 'refused', reason: 'written_off', channelReference: 'cpt_1' });
  }
});

test('if a second report shows that more money was not collected, an operator can record the rest of the loss with that report’s reference (fault 93)', () => {
  const moved = moneyMovesOf(lostUnderTwoReports());
  expect(moved.map(({ signedMinor }) => signedMinor)).toEqual([10_000, -4_000, -6_000]);
});

test('uncollected money counts as lost once, whichever of two reports an operator names first (fault 93)', () => {
  const lost = { outcome: 'lost', lost: money(10_000), note: 'Expired.' } as const;
  const reported = uncollected(uncollected(paid()), 'exp_2', 50);
  const first = concludeDispute(reported, { ...lost, channelReference: 'exp_2' }, after(70));
  if (first.kind !== 'concluded') throw new Error(first.reason);
  const second = concludeDispute(first.order, { ...lost, channelReference: 'cpt_1' }, after(80));
  expect(second).toEqual({ kind: 'refused', reason: 'written_off', channelReference: 'exp_2' });
});

test('if a loss of uncollected money is recorded with two reports, it does not grow if an operator names the first report again (fault 93)', () => {
  const order = lostUnderTwoReports();
  const all = { outcome: 'lost', lost: money(10_000), note: 'Expired.' } as const;
  const again = { ...all, channelReference: 'cpt_1', ...correcting(order, 'cpt_1') };
  expect(concludeDispute(order, again, after(95)).kind).toBe('refused');
});

test('a part that is never collected counts once, under whichever of the reports an operator names it', () => {
  const part = { outcome: 'lost', lost: money(4_000), note: 'Captured 60.' } as const;
  const references = ['cpt_1', 'cpt_2', 'cpt_3', 'exp_4'];
  const reported = references.reduce(
    (order, reference, index) => uncollected(order, reference, 45 + index),
    paid(),
  );
  for (const first of references) {
    const written = concludeDispute(reported, { ...part, channelReference: first }, after(70));
    if (written.kind !== 'concluded') throw new Error(written.reason);
    expect(refundableMinor(written.order)).toBe(6_000);
    for (const second of references.filter((reference) => reference !== first)) {
      const finding = { ...part, channelReference: second };
      expect(concludeDispute(written.order, finding, after(80))).toEqual({
        kind: 'refused',
        reason: 'written_off',
        channelReference: first,
      });
    }
  }
});

test('if a part of a payment is never collected, this part counts as lost once, even if an operator names a report that the attempt no longer remembers (fault 93)', () => {
  const part = { outcome: 'lost', lost: money(4_000), note: 'Captured 60.' } as const;
  const references = ['cpt_1', 'cpt_2', 'cpt_3', 'cpt_4', 'exp_5'];
  const reported = references.reduce(
    (order, reference, index) => uncollected(order, reference, 45 + index),
    paid(),
  );
  const written = concludeDispute(reported, { ...part, channelReference: 'exp_5' }, after(70));
  if (written.kind !== 'concluded') throw new Error(written.reason);
  const refused = { kind: 'refused', reason: 'written_off', channelReference: 'exp_5' };
  expect(concludeDispute(written.order, { ...part, channelReference: 'cpt_1' }, after(80))).toEqual(refused);
  const total = {
    ...part,
    lost: money(7_000),
    channelReference: 'exp_5',
    ...correcting(written.order, 'exp_5'),
  };
  const more = concludeDispute(written.order, total, after(90));
  if (more.kind !== 'concluded') throw new Error(more.reason);
  expect(refundableMinor(more.order)).toBe(3_000);
});

test('a repeated older report that money is never collected opens no new case', () => {
  const [one, other] = [uncollected(paid()), uncollected(uncollected(paid()), 'exp_2', 50)];
  const report = { channelReference: 'cpt_1', reason: 'The bank refused.' };
  for (const order of [one, other]) {
    expect(noteUncollected(order, latest(order).attemptId, report, after(60)).kind).toBe('unchanged');
  }
});

test('a dispute that the channel never reported still counts over what was collected', () => {
  const lost = { outcome: 'lost', note: 'Seen.' } as const;
  const part = { ...lost, lost: money(6_000), channelReference: 'cpt_1' } as const;
  const first = concludeDispute(uncollected(paid()), part, after(70));
  if (first.kind !== 'concluded') throw new Error(first.reason);
  const rest = { ...lost, lost: money(4_000), channelReference: 'D1' } as const;
  const second = concludeDispute(first.order, rest, after(80));
  if (second.kind !== 'concluded') throw new Error(second.reason);
  expect(moneyMovesOf(second.order).map(({ kind, signedMinor }) => [kind, signedMinor])).toEqual([
    ['payment', 10_000],
    ['uncollected', -6_000],
    ['dispute', -4_000],
  ]);
});

test('a payment of which a part is never collected has arrived over the rest in the books', () => {
  const part = {
    channelReference: 'cpt_1',
    outcome: 'lost',
    lost: money(6_000),
    note: 'Captured 40.',
  } as const;
  const concluded = concludeDispute(uncollected(paid()), part, after(70));
  if (concluded.kind !== 'concluded') throw new Error(concluded.reason);
  const entries = ownEntries(concluded.order, latest(concluded.order).channelId);
  expect(entries).toMatchObject([{ subject: 'payment', state: 'succeeded', amount: money(4_000) }]);
});

describe('a refund of money that its channel could not collect', () => {
  test('waits, without an attempt, until an operator has settled the case, and is then sent', () => {
    const order = wished();
    const held = afterChange(startRefund(order, refundIdOf(order), after(60), true));
    expect(refundNumbered(held, 'R')).toMatchObject({
      state: 'INITIALISED',
      tries: 0,
      nextActionAt: after(60 + 3_600),
    });
    const [open] = openCases(held);
    expect(open?.kind).toBe('payment_uncollected');
    const settled = afterChange(settleListed(held, open?.caseId ?? '', 'It has come after all.', after(70)));
    const sent = afterChange(startRefund(settled, refundIdOf(settled), after(60 + 3_600), true));
    expect(refundNumbered(sent, 'R')).toMatchObject({ state: 'PROCESSING', tries: 1 });
  });

  test('is not sent again if it may be at the channel, which is still asked', () => {
    const sent = withRefund(paid(), { number: 'R', amountMinor: 10_000, state: 'PROCESSING' });
    const order = uncollected(sent);
    expect(repeatSending(sent, refundIdOf(sent), after(60)).kind).toBe('changed');
    expect(repeatSending(order, refundIdOf(order), after(60)).kind).toBe('unchanged');
    const asked = afterChange(startRefund(order, refundIdOf(order), after(9_999), true));
    expect(refundNumbered(asked, 'R')).toMatchObject({ state: 'PROCESSING', tries: 2 });
  });

  test.each(['made_by_hand', 'not_made'] as const)(
    'is ended by an operator while it waits: %s',
    (outcome) => {
      const order = wished();
      const times = { now: after(70), realNow: after(70) };
      const ended = concludeRefund(order, refundIdOf(order), { outcome, note: 'Seen.' }, times);
      expect(ended.kind).toBe('concluded');
    },
  );

  test('is not ended by an operator once it is at its channel, which may make it', () => {
    const order = uncollected(withRefund(paid(), { number: 'R', amountMinor: 10_000, state: 'PROCESSING' }));
    const at = afterChange(recordRefundReference(order, refundIdOf(order), 'ref_1', clocksAt(after(46))));
    const times = { now: after(900), realNow: after(900) };
    for (const outcome of ['made_by_hand', 'not_made'] as const) {
      const ended = concludeRefund(at, refundIdOf(at), { outcome, note: 'Seen.' }, times);
      expect(ended).toEqual({ kind: 'refused', reason: 'still_tried' });
    }
  });

  test('is withdrawn by a dispute while it waits', () => {
    expect(refundNumbered(disputed(wished()), 'R').state).toBe('CANCELLED');
  });
});
