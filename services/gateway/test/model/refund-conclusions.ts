import { orderIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import type { GatewayProcesses } from './gateway-processes.ts';
import { returnedUnder } from './invariants/channel-books.ts';
import { refundConclusionOutcome, returnByHandOutcome } from './operator-expectations.ts';
import type { Stage } from './stage.ts';

/** What the channel's own record shows of a refund. */
interface Look {
  readonly result: 'none' | 'pending' | 'succeeded' | 'failed';
  readonly returnedMinor: number;
  /** In real time. */
  readonly lookedAt: Date;
}

/** The commands with which operators conclude refunds, and the answers that are right for them. */
export class RefundConclusions {
  readonly #stage: Stage;
  readonly #processes: GatewayProcesses;
  /** What operators saw in the channel's own record, by refund ID. */
  readonly #notes = new Map<string, Look>();

  constructor(stage: Stage, processes: GatewayProcesses) {
    this.#stage = stage;
    this.#processes = processes;
  }

  /** Lets an operator look for a refund in the channel's own record, and conclude it later. */
  noteLook(refundId: string): void {
    this.#notes.set(refundId, this.#lookFor(refundId));
  }

  /**
   * Concludes a refund as the channel's own record shows it now, or showed it when the operator last looked. Does nothing if
   * the record shows the refund as pending.
   */
  conclude(
    refundId: string | undefined,
    {
      at,
      isAmountNamed,
      isFromNotes,
      isNotByHand,
    }: {
      readonly at: number;
      readonly isAmountNamed: boolean;
      readonly isFromNotes: boolean;
      readonly isNotByHand: boolean;
    },
  ): void {
    if (refundId === undefined) return;
    const { chronicle, outside } = this.#stage;
    const noted = isFromNotes ? this.#notes.get(refundId) : undefined;
    const { result, returnedMinor, lookedAt } = noted ?? this.#lookFor(refundId);
    if (result === 'pending') return;
    const isMade = result === 'succeeded';
    this.#processes.call(
      at,
      `conclude ${refundId}`,
      (gateway) =>
        gateway.refunds.conclude(refundId, {
          outcome: isMade ? 'made' : 'not_made',
          amount: isMade && isAmountNamed ? returnedMinor / 100 : undefined,
          lookedAt,
          isNotByHand,
          note: 'as it stands there',
        }),
      (outcome, from) => [
        ...chronicle.judge(outcome, from, ({ order: find }) =>
          refundConclusionOutcome(find(orderIdOf(refundId) ?? ''), refundId, {
            finding: {
              isMade,
              returnedMinor: isAmountNamed ? returnedMinor : undefined,
              lookedAt,
              isNotByHand,
            },
            now: outside.clock.now(),
            realNow: outside.clock.realNow(),
          }),
        ),
        ...this.#faultsOfRelease(refundId, isMade || outcome !== 'concluded'),
      ],
    );
  }

  /** Checks that the amount of a refund can be refunded again only if the channel does not have the refund. */
  #faultsOfRelease(refundId: string, isStillReserved: boolean): readonly string[] {
    const { result } = this.#lookFor(refundId);
    const isFree = isStillReserved || result === 'failed' || result === 'none';
    return isFree ? [] : [`${refundId} was found not made, and its channel has it as ${result}`];
  }

  #lookFor(refundId: string): Look {
    const { channel, outside } = this.#stage;
    const books = channel.books();
    const there = books.refunds.find((refund) => refund.refundId === refundId);
    const returnedMinor = returnedUnder(refundId, books);
    const result = there === undefined ? 'none' : (there.result ?? 'pending');
    return {
      result: result === 'failed' && returnedMinor > 0 ? 'succeeded' : result,
      returnedMinor,
      lookedAt: outside.clock.realNow(),
    };
  }

  /** Records that the operator returned the money of a refund outside the channel. */
  recordReturnByHand(refund: Refund | undefined, at: number): void {
    if (refund === undefined) return;
    const { refundId, amount } = refund;
    const { chronicle, outside } = this.#stage;
    const inAllMinor = amount.amountMinor;
    this.#processes.call(
      at,
      `record the return by hand of ${refundId}`,
      (gateway) =>
        gateway.refunds.conclude(refundId, {
          outcome: 'made_by_hand',
          amount: inAllMinor / 100,
          note: 'returned by bank transfer',
        }),
      (outcome, from) =>
        chronicle.judge(outcome, from, ({ order: find }) =>
          returnByHandOutcome(find(orderIdOf(refundId) ?? ''), refundId, {
            inAllMinor,
            realNow: outside.clock.realNow(),
          }),
        ),
    );
  }
}
