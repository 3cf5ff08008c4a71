import { describe, expect, test } from 'vitest';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute, type DisputeFinding } from '../../src/domain/dispute/conclude-dispute.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { recordedOutcome } from '../../src/domain/dispute/disputes-set-aside.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { afterChange, latest, money, paid } from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

const DAY = 86_400;

function reported(order: PaymentOrder, kind: DisputeReport['kind'], day: number, amountMinor = 10_000) {
  const report = { channelReference: 'dp_1', kind, amount: money(amountMinor) };
  return afterChange(applyDisputeReport(order, latest(order).attemptId, report, after(day * DAY)));
}

function found(order: PaymentOrder, finding: Partial<DisputeFinding>, day = 30) {
  const named = { channelReference: 'dp_1', outcome: 'lost', note: 'Seen.', ...finding } as const;
  return concludeDispute(order, named, after(day * DAY));
}

function concluded(order: PaymentOrder, finding: Partial<DisputeFinding>, day?: number): PaymentOrder {
  const decision = found(order, finding, day);
  if (decision.kind !== 'concluded') throw new Error(decision.reason);
  return decision.order;
}

const open = () => reported(paid(), 'opened', 1);
const lost = () => reported(open(), 'lost', 2);
const lostOver = (amountMinor: number, day: number) => ({
  reason: 'ended',
  recorded: { outcome: { kind: 'lost', lost: money(amountMinor) }, since: after(day * DAY) },
});
const wonAt = (day: number) => ({
  reason: 'ended',
  recorded: { outcome: { kind: 'won' }, since: after(day * DAY) },
});

/** When the order recorded the loss that `lost` makes. */
const seen = after(2 * DAY);

describe('a command that an operator gave while a dispute was open', () => {
  test('each correction by an operator is recorded at a later time than the outcome before it, even if the instance’s clock is behind (fault 91)', () => {
    const won = reported(open(), 'won', 2);
    const first = concluded(won, { lost: money(10_000), corrects: after(2 * DAY) }, 1);
    const since = recordedOutcome(first, 'dp_1')?.since;
    expect(since?.getTime()).toBeGreaterThan(after(2 * DAY).getTime());
    expect(found(first, { lost: money(3_000), corrects: after(2 * DAY) }, 3)).toMatchObject({
      kind: 'refused',
    });
  });

  test('a loss that the channel lowers is recorded at a later time than the loss before it, even if the instance’s clock is behind (fault 91)', () => {
    const back = {
      channelReference: 'dp_1',
      kind: 'lost',
      amount: money(4_000),
      showsMoneyBack: true,
    } as const;
    const lowered = afterChange(applyDisputeReport(lost(), latest(lost()).attemptId, back, after(DAY)));
    expect(recordedOutcome(lowered, 'dp_1')?.since.getTime()).toBeGreaterThan(seen.getTime());
    expect(found(lowered, { lost: money(10_000), corrects: seen })).toMatchObject({ kind: 'refused' });
  });

  test.each<[string, Partial<DisputeFinding>]>([
    ['as won', { outcome: 'won' }],
    ['as lost over less', { lost: money(4_000) }],
  ])(
    'a late command does not lower a loss that the channel has reported meanwhile (fault 91): %s',
    (_case, finding) => {
      expect(concluded(open(), finding)).toMatchObject({ dispute: { isFoundByOperator: true } });
      expect(found(lost(), finding)).toMatchObject(lostOver(10_000, 2));
    },
  );

  test.each<[string, PaymentOrder, Partial<DisputeFinding>, object]>([
    ['as won', reported(open(), 'won', 2), {}, wonAt(2)],
    ['as lost over less', reported(open(), 'lost', 2, 4_000), { lost: money(10_000) }, lostOver(4_000, 2)],
  ])(
    'a late command does not raise the loss of a dispute that has ended meanwhile (fault 91): %s',
    (_case, order, finding, refusal) => {
      expect(found(order, finding)).toMatchObject(refusal);
    },
  );

  test.each(['won', 'lost'] as const)(
    'a late command does not undo an outcome that the channel has reported again meanwhile (fault 91): %s',
    (kind) => {
      const told = (order: PaymentOrder, second: number) => {
        const report = {
          channelReference: 'dp_1',
          kind,
          amount: money(10_000),
          toldAt: new Date(second * 1_000),
        };
        return afterChange(applyDisputeReport(order, latest(order).attemptId, report, after(2 * DAY)));
      };
      const ended = told(open(), 1);
      const since = recordedOutcome(ended, 'dp_1')?.since ?? after(0);
      const finding = { outcome: kind === 'won' ? 'lost' : 'won', corrects: since } as const;
      expect(found(ended, finding).kind).toBe('concluded');
      const again = told(ended, 2);
      expect(recordedOutcome(again, 'dp_1')?.since.getTime()).toBeGreaterThan(since.getTime());
      expect(found(again, finding)).toMatchObject({ kind: 'refused', reason: 'ended' });
    },
  );

  test('does nothing if the channel has reported the same outcome meanwhile', () => {
    expect(found(lost(), {})).toMatchObject(lostOver(10_000, 2));
    expect(found(lost(), { lost: money(10_000) })).toMatchObject(lostOver(10_000, 2));
  });

  test('cannot correct what the order does not record', () => {
    for (const order of [open(), paid()]) {
      const finding = { lost: money(10_000), corrects: seen };
      expect(found(order, finding)).toEqual({ kind: 'refused', reason: 'nothing_to_correct' });
    }
  });
});

describe('two commands that correct the same outcome', () => {
  const takenBack = { outcome: 'won', corrects: seen } as const;
  const lowered = { lost: money(4_000), corrects: seen };

  test.each<[string, Partial<DisputeFinding>, Partial<DisputeFinding>, object]>([
    ['the same once more, as won', takenBack, takenBack, wonAt(30)],
    ['the same once more, over less', lowered, lowered, lostOver(4_000, 30)],
    ['over less, after won', takenBack, lowered, wonAt(30)],
    ['as won, after over less', lowered, takenBack, lostOver(4_000, 30)],
  ])(
    'if two operators correct the same outcome, only the first correction is made (fault 91): %s',
    (_case, first, second, refusal) => {
      expect(found(concluded(lost(), first), second, 31)).toMatchObject(refusal);
    },
  );

  test('if the same loss was recorded again after a correction, repeating the correction does not lower the loss (fault 91)', () => {
    const again = concluded(concluded(lost(), takenBack), { corrects: after(30 * DAY) }, 40);
    expect(refundableMinor(again)).toBe(0);
    expect(found(again, takenBack, 50)).toMatchObject(lostOver(10_000, 40));
    const right = concluded(again, { ...takenBack, corrects: after(40 * DAY) }, 50);
    expect(refundableMinor(right)).toBe(10_000);
  });

  test('each name the outcome as the one before left it', () => {
    const less = concluded(lost(), lowered);
    const more = concluded(less, { lost: money(9_000), corrects: after(30 * DAY) }, 31);
    const none = concluded(more, { outcome: 'won', corrects: after(31 * DAY) }, 32);
    expect([less, more, none].map(refundableMinor)).toEqual([6_000, 1_000, 10_000]);
  });
});

describe('an outdated conclusion about a dispute', () => {
  const kindsOfCases = (order: PaymentOrder) => openCases(order).map(({ kind }) => kind);
  const less = { lost: money(4_000) };
  const lostAgain = () => reported(lost(), 'lost', 10, 6_000);
  const wonThenLost = () => reported(reported(open(), 'won', 2), 'lost', 10, 5_000);

  test.each<[string, PaymentOrder, Partial<DisputeFinding>, readonly string[]]>([
    ['lowers the loss', lostAgain(), less, []],
    ['takes the loss back', lostAgain(), { outcome: 'won' }, ['result_set_aside']],
    ['records a loss after a win', wonThenLost(), { lost: money(3_000) }, []],
  ])(
    'if the channel has made a further report since an operator looked, the operator’s conclusion is refused (fault 91): it %s',
    (_case, order, finding, left) => {
      const since = after(10 * DAY);
      expect(found(order, { ...finding, corrects: seen })).toMatchObject({
        reason: 'ended',
        recorded: { since },
      });
      expect(kindsOfCases(order)).toEqual(['result_set_aside']);
      expect(kindsOfCases(concluded(order, { ...finding, corrects: since }))).toEqual(left);
    },
  );

  test('an outdated conclusion is refused even if another operator has settled the report, or the clock of the instance that stored it is behind (fault 91)', () => {
    const late = reported(lost(), 'lost', 1, 6_000);
    const [open] = openCases(late);
    const settled = afterChange(
      settleListed(late, open?.caseId ?? '', 'The whole is lost.', after(11 * DAY)),
    );
    for (const order of [late, settled]) {
      expect(found(order, { ...less, corrects: seen })).toMatchObject({ kind: 'refused', reason: 'ended' });
    }
  });

  test.each<[string, Partial<DisputeFinding>, number]>([
    ['won, over a part', { outcome: 'won' }, 4_000],
    ['lost, over another amount', { lost: money(6_000) }, 4_000],
  ])(
    'a conclusion that ends an open dispute settles a report over another amount only if the operator has seen it (fault 91): %s',
    (_case, finding, amountMinor) => {
      const kind = finding.outcome ?? 'lost';
      const stage = kind === 'lost' ? 'pre_arbitration' : 'chargeback';
      const { attemptId } = latest(paid());
      const told = (order: PaymentOrder, report: Partial<DisputeReport>) => {
        const all = { channelReference: 'dp_1', kind, amount: money(10_000), ...report } as const;
        return afterChange(applyDisputeReport(order, attemptId, all, after(2 * DAY)));
      };
      const part = told(told(paid(), { kind: 'opened', stage }), { amount: money(amountMinor) });
      expect(kindsOfCases(part)).toEqual(['result_set_aside']);
      expect(found(part, finding)).toEqual({ kind: 'refused', reason: 'reported_again', since: seen });
      expect(kindsOfCases(concluded(part, { ...finding, corrects: seen }))).toEqual([]);
    },
  );
});
