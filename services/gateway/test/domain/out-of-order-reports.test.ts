import { describe, expect, test } from 'vitest';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { recordCancelled } from '../../src/domain/attempt/cancel-attempt.ts';
import { recordOpening } from '../../src/domain/attempt/open-attempt.ts';
import { planSubmission, recordRequiredAction } from '../../src/domain/attempt/submit-attempt.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import { beginClosing, closeExpired } from '../../src/domain/order/expire-order.ts';
import { refundedMinor } from '../../src/domain/order/order-sums.ts';
import type { Decision, PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { applyRefundResult } from '../../src/domain/refund/progress-refund.ts';
import {
  afterDecision,
  closing,
  declined,
  eventsOf,
  failed,
  latest,
  money,
  newOrder,
  opened,
  opening,
  openingOf,
  paid,
  refundNumbered,
  submitted,
  succeeded,
  visa,
  walletMethod,
  withRefund,
} from '../builders/orders.ts';
import { permutations } from '../builders/permutations.ts';
import { after } from '../builders/times.ts';

/** Fault 16: callbacks can overtake each other and the answers to calls. Every sequence must lead to the same final state. */

type Step = readonly [name: string, happen: (order: PaymentOrder) => Decision];

function payment(name: string, attempt: number, result: Parameters<typeof applyPaymentResult>[2]): Step {
  return [
    name,
    (order) => applyPaymentResult(order, order.attempts[attempt - 1]?.attemptId ?? '', result, after(60)),
  ];
}

function dispute(kind: 'opened' | 'won' | 'lost', amountMinor = 10_000, attempt = 1): Step {
  return [
    `dispute ${kind}`,
    (order) =>
      applyDisputeReport(
        order,
        order.attempts[attempt - 1]?.attemptId ?? '',
        { kind, channelReference: 'dsp_1', amount: money(amountMinor) },
        after(70),
      ),
  ];
}

function refund(number: string, kind: 'succeeded' | 'failed'): Step {
  return [
    `refund ${kind}`,
    (order) => {
      const { refundId, amount } = refundNumbered(order, number);
      const result =
        kind === 'succeeded'
          ? ({ kind, returned: amount } as const)
          : ({ kind, failure: { code: 'refused', message: 'No.' } } as const);
      return applyRefundResult(order, refundId, result, after(80));
    },
  ];
}

const submit: Step = [
  'submit',
  (order) => {
    const plan = planSubmission(order, { card: visa }, after(20));
    return plan.kind === 'submit' ? { kind: 'changed', order: plan.order } : { kind: 'unchanged' };
  },
];
const bankPage = { url: 'https://bank.example/3ds', display: 'frame' } as const;
const submitAnswer: Step = [
  'answer to submit',
  (order) => recordRequiredAction(order, latest(order).attemptId, bankPage),
];
const openingAnswer: Step = [
  'answer to opening',
  (order) => recordOpening(order, latest(order).attemptId, openingOf(latest(order).attemptId), after(15)),
];

const expiry: Step = ['expiry', (order) => beginClosing(order, after(1800))];
const close: Step = ['closing', (order) => closeExpired(order, after(1801))];
const cancelled = { kind: 'cancelled' } as const;
function cancelAnswer(attempt: number): Step {
  return [
    `answer to cancellation ${attempt}`,
    (order) => recordCancelled(order, order.attempts[attempt - 1]?.attemptId ?? '', after(1801)),
  ];
}

/** The steps with which the duties finish every order. In the end, all channels answer. */
const attendance: readonly Step[] = [expiry, cancelAnswer(1), cancelAnswer(2), close];

/** Returns the parts of the order that must not depend on the sequence of the steps. */
function endOf(order: PaymentOrder) {
  return {
    state: order.state,
    paidBy: order.paidByAttemptId,
    attempts: order.attempts.map(({ state, opening: known }) => [state, known?.channelReference]),
    refunds: order.refunds.map(({ state, origin }) => [state, origin]),
    dispute: order.dispute?.state ?? null,
    refundedMinor: refundedMinor(order),
  };
}

const pendingRefund = (amountMinor: number) => () =>
  withRefund(paid(), { number: 'R1', amountMinor, state: 'PROCESSING' });

const cases: readonly [name: string, start: () => PaymentOrder, steps: readonly Step[], state: string][] = [
  [
    'answer to submit, success, the same success, failure of the replaced attempt',
    () => submitted(opened(opened(), walletMethod)),
    [
      submitAnswer,
      payment('success', 2, succeeded()),
      payment('the same success', 2, succeeded()),
      payment('failure of the older attempt', 1, declined),
    ],
    'PAY_SUCCESS',
  ],
  [
    'the same where the older attempt had failed before',
    () => submitted(opened(failed())),
    [
      submitAnswer,
      payment('success', 2, succeeded()),
      payment('the same success', 2, succeeded()),
      payment('failure of the older attempt', 1, declined),
    ],
    'PAY_SUCCESS',
  ],
  [
    'submit itself, success twice, failure of the replaced attempt',
    () => opened(opened(), walletMethod),
    [
      submit,
      payment('success', 2, succeeded()),
      payment('the same success', 2, succeeded()),
      payment('failure of the older attempt', 1, declined),
    ],
    'PAY_SUCCESS',
  ],
  [
    'submit, failure twice',
    () => opened(),
    [submit, payment('failure', 1, declined), payment('the same failure', 1, declined)],
    'PAY_FAIL',
  ],
  [
    'answer to the opening, success, late failure',
    () => opening(newOrder()),
    [openingAnswer, payment('success', 1, succeeded()), payment('late failure', 1, declined)],
    'PAY_SUCCESS',
  ],
  [
    'failure and success of one attempt',
    () => submitted(),
    [payment('failure', 1, declined), payment('success', 1, succeeded()), submitAnswer],
    'PAY_SUCCESS',
  ],
  [
    'success, dispute opened, dispute won',
    () => submitted(),
    [payment('success', 1, succeeded()), dispute('opened'), dispute('won')],
    'PAY_SUCCESS',
  ],
  [
    'success, dispute opened, dispute lost in part',
    () => submitted(),
    [payment('success', 1, succeeded()), dispute('opened', 4_000), dispute('lost', 4_000)],
    'PARTIAL_REFUND',
  ],
  [
    'refund made, dispute opened, dispute won',
    pendingRefund(3_000),
    [refund('R1', 'succeeded'), dispute('opened'), dispute('won')],
    'PARTIAL_REFUND',
  ],
  [
    'refund made, dispute opened, dispute lost over everything',
    pendingRefund(3_000),
    [refund('R1', 'succeeded'), dispute('opened'), dispute('lost'), refund('R1', 'succeeded')],
    'REFUNDED',
  ],
  [
    'refund refused, dispute opened, dispute lost over everything',
    pendingRefund(3_000),
    [refund('R1', 'failed'), dispute('opened'), dispute('lost')],
    'REFUNDED',
  ],
  [
    'refund of everything, dispute opened, dispute lost over everything',
    pendingRefund(10_000),
    [refund('R1', 'succeeded'), dispute('opened'), dispute('lost')],
    'REFUNDED',
  ],
  [
    'refund of the rest, dispute lost in part',
    pendingRefund(6_000),
    [refund('R1', 'succeeded'), dispute('opened', 4_000), dispute('lost', 4_000)],
    'REFUNDED',
  ],
];

/** Cases in which the order's validity ends between the steps. Afterwards, the duties process the order. */
const endings: typeof cases = [
  [
    'expiry, closing, and both tidings of the cancellation of what nobody submitted',
    () => opened(),
    [expiry, close, cancelAnswer(1), payment('cancelled', 1, cancelled)],
    'CLOSE',
  ],
  [
    'the same beside a replaced attempt',
    () => opened(opened(), walletMethod),
    [expiry, close, cancelAnswer(2), payment('cancelled', 2, cancelled), payment('cancelled', 1, cancelled)],
    'CLOSE',
  ],
  [
    'answer to the opening, expiry, closing, cancelled',
    () => opening(newOrder()),
    [openingAnswer, expiry, close, payment('cancelled', 1, cancelled)],
    'CLOSE',
  ],
  [
    'closing and both tidings of the cancellation of what was submitted',
    () => closing(submitted()),
    [close, cancelAnswer(1), payment('cancelled', 1, cancelled), submitAnswer],
    'CLOSE',
  ],
  [
    'closing, and a success that the cancellation could not stop',
    () => closing(submitted()),
    [close, payment('success', 1, succeeded()), payment('the same success', 1, succeeded()), submitAnswer],
    'PAY_SUCCESS',
  ],
  [
    'closing, and a failure that was there before the cancellation',
    () => closing(submitted()),
    [close, payment('failure', 1, declined), payment('the same failure', 1, declined)],
    'PAY_FAIL',
  ],
  [
    'expiry of a failed order with another attempt open',
    () => opened(failed(), walletMethod),
    [expiry, close, cancelAnswer(2), payment('cancelled', 2, cancelled), payment('failure', 1, declined)],
    'PAY_FAIL',
  ],
  [
    'expiry, closing, success of a failed attempt and cancellation of the one beside it',
    () => opened(failed(), walletMethod),
    [expiry, close, payment('success', 1, succeeded()), payment('cancelled', 2, cancelled), cancelAnswer(2)],
    'PAY_SUCCESS',
  ],
];

describe.each([
  ...cases.map((row) => [...row, []] as const),
  ...endings.map((row) => [...row, attendance] as const),
])('%s', (_name, begin, steps, state, afterwards) => {
  const orders = permutations(steps);

  test(`ends in ${state} in each of ${orders.length} orders`, () => {
    const first = [...steps, ...afterwards].reduce(
      (order, [, happen]) => afterDecision(order, happen(order)),
      begin(),
    );
    expect(first.state).toBe(state);
    for (const sequence of orders) {
      const begun = begin();
      const end = [...sequence, ...afterwards].reduce((order, [, happen]) => {
        const decision = happen(order);
        const next = afterDecision(order, decision);
        expect(next.version).toBe(order.version + (decision.kind === 'changed' ? 1 : 0));
        return next;
      }, begun);
      const names = sequence.map(([name]) => name).join(', ');
      expect(endOf(end), names).toEqual(endOf(first));
      expect(
        end.outbox.map(({ sequence: number }) => number),
        names,
      ).toEqual(end.outbox.map((_, index) => index + 1));
      expect(eventsOf(end).filter((type) => type === 'order.payment.succeeded').length, names).toBeLessThan(
        2,
      );
    }
  });
});
