import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { advanceVoucher } from '../src/domain/advance-voucher.ts';
import { creditorReference } from '../src/domain/creditor-reference.ts';
import { cancelVoucher } from '../src/domain/end-voucher.ts';
import { receiveTransfer } from '../src/domain/receive-transfer.ts';
import { refundedMinor } from '../src/domain/refund.ts';
import { requestVoucherRefund } from '../src/domain/refund-voucher.ts';
import type { Voucher } from '../src/domain/voucher.ts';
import { balanceMinor } from '../src/domain/voucher-ledger.ts';

const now = new Date('2026-03-01T12:00:00Z');
const timing = { callbackDelayMs: 0, refundDelayMs: 0, voucherGraceMs: 0 };

function newVoucher(values: Partial<Voucher> = {}): Voucher {
  return {
    id: 'sbx_vou_1',
    version: 1,
    status: 'open',
    amountMinor: 1_000,
    currency: 'EUR',
    reference: 'txn_1',
    transferReference: 'RF18539007547034',
    returnUrl: 'https://shop.example/',
    pageToken: 'token',
    fingerprint: 'fingerprint',
    dueAt: new Date('2026-03-02T12:00:00Z'),
    endsAt: new Date('2026-03-02T13:00:00Z'),
    ledger: [],
    holdsRefunds: false,
    refunds: [],
    callbacks: [],
    lastCallback: null,
    createdAt: now,
    statusAt: now,
    updatedAt: now,
    ...values,
  };
}

/** Returns the voucher after these transfers have arrived. */
function after(voucher: Voucher, ...pieces: number[]): Voucher {
  return pieces.reduce((current, piece) => receiveTransfer(current, piece, now).voucher, voucher);
}

function cancelled(voucher: Voucher): Voucher {
  return cancelVoucher(voucher, now).voucher;
}

/** What went back, in order. */
function returnsOf({ ledger }: Voucher) {
  return ledger.flatMap((movement) =>
    movement.kind === 'returned' ? [[movement.amountMinor, movement.reason]] : [],
  );
}

test.each<[string, Voucher, number, string, number, unknown[], string[]]>([
  ['a part', newVoucher(), 400, 'open', 400, [], ['voucher.partly_paid']],
  ['the rest', after(newVoucher(), 400), 600, 'paid', 1_000, [], ['voucher.paid']],
  ['the whole', newVoucher(), 1_000, 'paid', 1_000, [], ['voucher.paid']],
  ['too much', newVoucher(), 1_001, 'paid', 1_000, [[1, 'surplus']], ['voucher.paid']],
  ['too much in parts', after(newVoucher(), 999), 50, 'paid', 1_000, [[49, 'surplus']], ['voucher.paid']],
  ['more once it is paid', after(newVoucher(), 1_000), 1_000, 'paid', 1_000, [[1_000, 'surplus']], []],
  ['a part after the end', cancelled(newVoucher()), 999, 'cancelled', 0, [[999, 'voucher_ended']], []],
  ['the whole after the end', cancelled(newVoucher()), 1_000, 'paid', 1_000, [], ['voucher.paid']],
  [
    'the rest after the end',
    cancelled(after(newVoucher(), 400)),
    600,
    'cancelled',
    0,
    [
      [400, 'voucher_ended'],
      [600, 'voucher_ended'],
    ],
    [],
  ],
])('%s comes', (_what, voucher, amount, status, balance, returns, types) => {
  const { voucher: changed, events } = receiveTransfer(voucher, amount, now);
  expect(changed.status).toBe(status);
  expect(balanceMinor(changed.ledger)).toBe(balance);
  expect(returnsOf(changed)).toEqual(returns);
  expect(events.map(({ type }) => type)).toEqual(types);
});

describe('the end of a voucher', () => {
  it('by a cancellation returns the arrived money once', () => {
    const ended = cancelled(after(newVoucher(), 300, 100));
    expect([ended.status, returnsOf(ended)]).toEqual(['cancelled', [[400, 'voucher_ended']]]);
    expect(cancelVoucher(ended, now)).toEqual({ kind: 'has_result', voucher: ended });
  });

  it('by expiry comes at the expiry, not at the time by which the payer should pay', () => {
    const part = after(newVoucher(), 400);
    expect(advanceVoucher(part, new Date(part.endsAt.getTime() - 1))).toBeNull();
    const ended = advanceVoucher(part, part.endsAt);
    expect(ended?.events).toEqual([{ type: 'voucher.expired' }]);
    expect(ended && [ended.voucher.status, returnsOf(ended.voucher)]).toEqual([
      'expired',
      [[400, 'voucher_ended']],
    ]);
    expect(advanceVoucher(after(newVoucher(), 1_000), part.endsAt)).toBeNull();
  });
});

type Step =
  | { readonly kind: 'receive' | 'refund'; readonly amountMinor: number }
  | { readonly kind: 'cancel' | 'advance' };

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('receive', 'refund'),
      amountMinor: fc.integer({ min: 1, max: 1_500 }),
    }) as fc.Arbitrary<Step>,
    fc.record({ kind: fc.constantFrom('cancel', 'advance') }) as fc.Arbitrary<Step>,
  ),
  { maxLength: 20 },
);

function take(voucher: Voucher, step: Step, index: number): Voucher {
  switch (step.kind) {
    case 'receive':
      return receiveTransfer(voucher, step.amountMinor, now).voucher;
    case 'cancel':
      return cancelVoucher(voucher, now).voucher;
    case 'advance':
      return advanceVoucher(voucher, now)?.voucher ?? voucher;
    case 'refund': {
      const { amountMinor } = step;
      const request = { id: `refund_${index}`, amountMinor, currency: 'EUR', reference: `r${index}` };
      const requested = requestVoucherRefund(voucher, request, now, timing);
      return requested.kind === 'accepted' ? requested.voucher : voucher;
    }
  }
}

test('whatever happens, the money is where the status says: awaited, paid minus refunds, or returned', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let voucher = newVoucher();
      for (const [index, step] of all.entries()) {
        const next = take(voucher, step, index);
        expect(next.ledger.slice(0, voucher.ledger.length)).toEqual(voucher.ledger);
        voucher = next;
        const balance = balanceMinor(voucher.ledger);
        if (voucher.status === 'open') expect(balance).toBeLessThan(voucher.amountMinor);
        else if (voucher.status === 'paid')
          expect(balance).toBe(voucher.amountMinor - refundedMinor(voucher.refunds));
        else expect(balance).toBe(0);
        expect(balance).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['539007547034', 'RF18539007547034'],
  ['2348231', 'RF712348231'],
  ['000000000000', 'RF04000000000000'],
])('the creditor reference of %s contains its check digits', (own, reference) => {
  expect(creditorReference(own)).toBe(reference);
});
