import { describe, expect, test } from 'vitest';
import { setAsideText } from '../../src/application/channels/report-text.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { concludeDispute } from '../../src/domain/dispute/conclude-dispute.ts';
import type { DisputeReport } from '../../src/domain/dispute/dispute.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { refundableMinor } from '../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { decideRefund } from '../../src/domain/refund/request-refund.ts';
import { afterChange, demand, money, paid } from '../builders/orders.ts';
import { settleListed } from '../builders/settled-cases.ts';
import { after } from '../builders/times.ts';

const named = (channelReference: string, amountMinor = 3_000): DisputeReport => ({
  kind: 'opened',
  channelReference,
  amount: money(amountMinor),
  mayReopen: true,
});
/** A report with a reference of its own, which does not say which dispute of the payment it is about. */
const unnamed = (kind: DisputeReport['kind'], amountMinor = 3_000): DisputeReport => ({
  kind,
  channelReference: 'of_its_own',
  amount: money(amountMinor),
  keyedBy: 'payment',
});
const ended = (report: DisputeReport, kind: 'won' | 'lost'): DisputeReport => ({ ...report, kind });

function told(order: PaymentOrder, ...reports: DisputeReport[]): PaymentOrder {
  return reports.reduce((current, report) => {
    const attemptId = current.attempts[0]?.attemptId ?? '';
    const applied = applyDisputeReport(current, attemptId, report, after(50 + current.version));
    return applied.kind === 'changed' ? applied.order : current;
  }, order);
}

const casesOf = (order: PaymentOrder) => openCases(order).map(({ kind }) => kind);
const refusalOf = (order: PaymentOrder) => decideRefund(order, demand('R', money(100)), after(90));
const inDispute = { kind: 'refused', reason: 'ORDER_IN_DISPUTE' };

describe('a second dispute over a payment is not mistaken for the first one (fault 83)', () => {
  const first = named('dsp_1');

  test('and both losses are counted', () => {
    const second = named('dsp_2');
    const order = told(paid(), first, second, ended(first, 'lost'), ended(second, 'lost'));
    expect(refundableMinor(order)).toBe(4_000);
  });

  test('and a loss that was reported without its reference counts once, even if another dispute ended before its own report', () => {
    const other = named('dsp_2', 4_000);
    const order = told(paid(), unnamed('lost'), other, ended(other, 'won'), first);
    expect([order.state, casesOf(order)]).toEqual(['IN_DISPUTE', ['result_set_aside']]);
    const lost = told(order, ended(first, 'lost'));
    expect(refundableMinor(lost)).toBe(7_000);
  });

  test('and holds refunds back when the first one is won', () => {
    const second = named('dsp_2', 5_000);
    const order = told(paid(), first, second, ended(first, 'won'));
    expect(order).toMatchObject({ state: 'IN_DISPUTE', dispute: { channelReference: 'dsp_2' } });
    expect(refusalOf(order)).toMatchObject(inDispute);
    expect(refundableMinor(told(order, ended(second, 'lost')))).toBe(5_000);
  });

  test('and its win leaves the first one open', () => {
    const second = named('dsp_2');
    const order = told(paid(), first, second, ended(second, 'won'));
    expect(order).toMatchObject({ state: 'IN_DISPUTE', dispute: { channelReference: 'dsp_1' } });
    expect(order.dispute?.state).toBe('opened');
  });

  test('and opens although the first one was lost at once', () => {
    const order = told(paid(), ended(first, 'lost'), named('dsp_2'));
    expect(order).toMatchObject({ state: 'IN_DISPUTE', dispute: { channelReference: 'dsp_2' } });
  });
});

describe('a report that fits several disputes of its payment becomes a case and ends none of them (fault 83)', () => {
  const both = told(paid(), named('dsp_1'), named('dsp_2'));

  test.each(['won', 'lost', 'opened'] as const)('and is stored once: %s', (kind) => {
    const order = told(both, unnamed(kind));
    expect(order.dispute).toMatchObject({ channelReference: 'dsp_1', state: 'opened' });
    expect(casesOf(order)).toEqual([...casesOf(both), 'result_set_aside']);
    expect(told(order, unnamed(kind))).toBe(order);
  });

  test.each(['lost', 'opened'] as const)('and holds refunds back until its case is settled: %s', (kind) => {
    const over = told(both, ended(named('dsp_1'), 'won'), ended(named('dsp_2'), 'won'));
    const order = told(over, unnamed(kind));
    expect(order.state).toBe('PAY_SUCCESS');
    expect(refusalOf(order)).toMatchObject({ ...inDispute, isSetAside: true });
    const caseId = openCases(order).at(-1)?.caseId ?? '';
    const settled = afterChange(settleListed(order, caseId, 'It was about dsp_1.', after(80)));
    expect(refusalOf(settled).kind).toBe('accepted');
  });

  test('and the case says that nobody knows which dispute is meant', () => {
    const order = told(both, unnamed('lost'));
    expect(setAsideText(order, order.quarantine.at(-1))).toContain(
      'The channel reported a dispute over 30.00 USD as lost, in the event of_its_own, which does not say which of the payment’s disputes is meant',
    );
  });

  test('and is never counted as a dispute of its own', () => {
    const reportedThrice = told(both, unnamed('lost'));
    const order = told(reportedThrice, ended(named('dsp_1'), 'lost'), ended(named('dsp_2'), 'lost'));
    expect(refundableMinor(order)).toBe(4_000);
    expect(refusalOf(order)).toMatchObject(inDispute);
  });
});

describe('a report without its dispute’s reference becomes a case if it may be about another dispute over the same amount, whose opening is not known yet (fault 83)', () => {
  const half = named('dsp_1', 5_000);

  test.each(['won', 'lost', 'opened'] as const)('so it ends no dispute and becomes a case: %s', (kind) => {
    const order = told(paid(), half, unnamed(kind, 5_000));
    expect(order.dispute).toMatchObject({ channelReference: 'dsp_1', state: 'opened' });
    expect(casesOf(order)).toEqual(['result_set_aside']);
    const second = named('dsp_2', 5_000);
    const both = told(order, second, ended(half, 'lost'), ended(second, 'lost'));
    expect(refundableMinor(both)).toBe(0);
  });

  test('and a loss is not swallowed because an equal one is recorded already', () => {
    const order = told(paid(), ended(half, 'lost'), unnamed('lost', 5_000));
    expect(casesOf(order)).toEqual(['result_set_aside']);
    expect(refusalOf(order)).toMatchObject(inDispute);
  });

  test.each(['won', 'lost', 'opened'] as const)(
    'and it becomes a case if the only known dispute is won, because that one leaves the whole payment: %s',
    (kind) => {
      const most = named('dsp_1', 6_000);
      const won = told(paid(), most, unnamed('won', 6_000));
      expect([won.dispute?.state, casesOf(won)]).toEqual(['won', []]);
      const other = { ...unnamed(kind, 6_000), channelReference: 'another_of_its_own' };
      const order = told(won, other, named('dsp_2', 6_000));
      expect([order.state, order.dispute?.channelReference]).toEqual(['IN_DISPUTE', 'dsp_2']);
      expect(setAsideText(order, order.quarantine.at(-1))).toContain(
        'does not say which of the payment’s disputes is meant',
      );
    },
  );

  test('unless the payment has no room for another one', () => {
    const order = told(paid(), named('dsp_1', 5_001), unnamed('lost', 5_001));
    expect(order.dispute).toMatchObject({ channelReference: 'dsp_1', state: 'lost' });
    expect(casesOf(order)).toEqual([]);
  });
});

describe('a report without its dispute’s reference is not applied to a dispute that it does not fit (fault 83)', () => {
  test.each(['won', 'lost', 'opened'] as const)(
    'and becomes a case if it has another amount than the only dispute: %s',
    (kind) => {
      const order = told(paid(), named('dsp_1'), unnamed(kind, 5_000));
      expect(order.dispute).toMatchObject({ channelReference: 'dsp_1', state: 'opened' });
      expect(casesOf(order)).toEqual(['result_set_aside']);
      const over = told(order, ended(named('dsp_1'), 'won'));
      expect(refusalOf(over).kind).toBe(kind === 'won' ? 'accepted' : 'refused');
    },
  );

  test.each(['won', 'lost', 'opened'] as const)(
    'nor for one about the payment’s next dispute over the same amount, whose loss counts: %s',
    (kind) => {
      const second = told(paid(), unnamed(kind), ended(named('dsp_2'), 'lost'));
      expect(second.dispute).toMatchObject({ channelReference: 'dsp_2', state: 'lost' });
      expect(refundableMinor(second)).toBe(7_000);
      expect(casesOf(second)).toEqual(['result_set_aside']);
      expect(refusalOf(second).kind).toBe(kind === 'won' ? 'accepted' : 'refused');
      const finding = {
        channelReference: 'dsp_1',
        outcome: 'lost',
        lost: money(3_000),
        note: 'Seen.',
      } as const;
      const both = concludeDispute(second, finding, after(90));
      if (both.kind !== 'concluded') throw new Error(both.kind);
      expect(refundableMinor(both.order)).toBe(4_000);
    },
  );
});

describe('if the first report about a dispute is its loss and the dispute then continues, the operator gets a case and refunds are refused (fault 83)', () => {
  const lost = told(paid(), ended(named('dsp_1', 6_000), 'lost'));

  test.each([
    ['the chargeback is told again over more', named('dsp_1', 7_000)],
    ['the bank objects again', named('dsp_1', 6_000)],
    ['the bank objects again, in a report without the reference', unnamed('opened', 6_000)],
    ['it was won in the end', ended(named('dsp_1', 6_000), 'won')],
    ['it was won in the end, in a report without the reference', unnamed('won', 6_000)],
  ])('if %s', (_case, report) => {
    const order = told(lost, report);
    expect(casesOf(order)).toEqual(['result_set_aside']);
    expect(refusalOf(order)).toMatchObject({ ...inDispute, isSetAside: true });
  });
});

test('if a dispute is lost over a smaller amount than the bank had named, refunds are refused until the case is settled (fault 83)', () => {
  const first = named('dsp_1');
  const order = told(paid(), first, named('dsp_1', 5_000), ended(first, 'lost'));
  expect(casesOf(order)).toEqual(['result_set_aside']);
  expect(refusalOf(order)).toMatchObject(inDispute);
});
