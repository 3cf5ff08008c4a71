import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { ReceivedCallback } from '../../src/ports/callback-inbox.ts';
import type {
  OpeningAnswer,
  PaymentInquiry,
  RefundAnswer,
  RefundInquiry,
  RefundOrder,
  Submission,
} from '../../src/ports/payment-channel.ts';
import type { LedgerChannel } from './ledger-channel.ts';
import type { Ledgers, Reach } from './ledgers.ts';
import type { LogWitness } from './log-witness.ts';
import type { CallWitness } from './mortal-gateway.ts';
import type { OrderChronicle } from './order-chronicle.ts';

type ChannelFault = 'unreachable' | 'answer_lost';

/** Observes every call that any process makes. Records writes in the chronicle, and checks the calls to the channel. */
export class CallWitnesses {
  readonly #chronicle: OrderChronicle;
  readonly #channel: Ledgers;
  readonly #log: LogWitness;
  readonly #report: (fault: string) => void;
  /** For each request for a refund, how often a process sent it without first asking whether the channel has it. */
  readonly #sentBlindly = new Map<string, number>();
  /** Refunds that the channel has reported as not received. One of the processes then sends such a refund. */
  readonly #notReceived = new Set<string>();
  #channelFault: { readonly kind: ChannelFault; readonly calls: number; readonly reach: Reach } | null = null;
  #failedOpenings = 0;
  #unansweredQuestions = 0;

  constructor(deps: {
    chronicle: OrderChronicle;
    channel: Ledgers;
    log: LogWitness;
    report: (fault: string) => void;
  }) {
    this.#chronicle = deps.chronicle;
    this.#channel = deps.channel;
    this.#log = deps.log;
    this.#report = deps.report;
  }

  /** How often the channel refused to open a payment, or did not answer a call that opens one. */
  get failedOpenings(): number {
    return this.#failedOpenings;
  }

  /** How often the channel did not answer a question about a payment. */
  get unansweredQuestions(): number {
    return this.#unansweredQuestions;
  }

  /** Makes the channel's next calls fail. No call fails if `calls` is 0. */
  breakChannel(kind: ChannelFault, calls: number, reach: Reach = 'both'): void {
    this.#channelFault = calls === 0 ? null : { kind, calls, reach };
  }

  ofProcess(): CallWitness {
    return {
      made: (port, method, args) => {
        if (port === 'orders' && method === 'save') this.#chronicle.beginSave(args[0] as PaymentOrder);
      },
      around: async (port, method, args, effect) => {
        if (port === 'channel') return this.#aroundChannel('first', method, args, effect);
        if (port === 'otherChannels') return this.#aroundChannel('other', method, args, effect);
        if (port === 'events' || port === 'deliveries') return this.#log.around(method, args, effect);
        if (port === 'inbox' && method === 'putOff') {
          this.#channel.noteFailure((args[0] as ReceivedCallback).callbackId);
        }
        const isSave = port === 'orders' && method === 'save';
        const result = await (isSave
          ? this.#chronicle.duringSave(args[0] as PaymentOrder, effect)
          : effect());
        if (port === 'orders' && method === 'insert' && result === 'inserted') {
          this.#chronicle.noteInsert(args[0] as PaymentOrder);
        }
        if (isSave && result === 'saved') {
          this.#chronicle.noteSave(args[0] as PaymentOrder);
        }
        return result;
      },
    };
  }

  async #aroundChannel(
    at: 'first' | 'other',
    method: string,
    args: readonly unknown[],
    effect: () => Promise<unknown>,
  ): Promise<unknown> {
    if (method === 'submit') this.#judgeSubmission(args[0] as Submission);
    const isSent = method === 'refund' && this.#judgeRefund(args[0] as RefundOrder, at);
    const answer = await this.#withFault(at, effect);
    if (isSent) this.#countSending(args[0] as RefundOrder, answer as RefundAnswer);
    if (method === 'askRefund' && mayBeSent(answer as RefundInquiry)) {
      this.#notReceived.add((args[0] as RefundOrder).refundId);
    }
    if (method === 'ask' && (answer as PaymentInquiry).kind === 'unavailable') this.#unansweredQuestions += 1;
    if (method === 'open' && (answer as OpeningAnswer).kind !== 'opened') this.#failedOpenings += 1;
    return answer;
  }

  /** Sets the channel's fault only during the call. That is enough, because the channel acts synchronously. */
  #withFault(at: 'first' | 'other', effect: () => Promise<unknown>): Promise<unknown> {
    const fault = this.#channelFault;
    if (fault === null || (at === 'other' && fault.reach === 'first')) return effect();
    const channel: LedgerChannel = this.#channel[at];
    this.#channelFault = fault.calls > 1 ? { ...fault, calls: fault.calls - 1 } : null;
    channel.isReachable = fault.kind !== 'unreachable';
    channel.isAnswerLost = fault.kind === 'answer_lost';
    try {
      return effect();
    } finally {
      channel.isReachable = true;
      channel.isAnswerLost = false;
    }
  }

  #judgeSubmission({ attemptId }: Submission): void {
    const state = this.#chronicle.attempt(attemptId)?.state;
    if (state === undefined || state === 'OPENING' || state === 'OPEN') {
      this.#report(`attempt ${attemptId} was submitted while it is stored as ${state}`);
    }
  }

  /**
   * Checks a call that sends a refund: before it, the order recorded the call and still had the money. A call after its
   * deadline sends nothing. Returns whether the refund reaches the channel.
   */
  #judgeRefund({ refundId, sendBy }: RefundOrder, at: 'first' | 'other'): boolean {
    const channel: LedgerChannel = this.#channel[at];
    if (channel.isBusy || channel.realNow() > sendBy) return false;
    const refund = this.#chronicle.refund(refundId);
    if (refund === undefined || refund.state === 'INITIALISED' || refund.state === 'CANCELLED') {
      this.#report(`refund ${refundId} was sent while it is stored as ${refund?.state}`);
    }
    const endsBy = refund?.callEndsBy?.getTime() ?? 0;
    // Do not report a refund that the channel already has, because the channel does not make it again.
    const isThere = channel.refunds.has(refundId);
    if (!isThere && endsBy < sendBy.getTime())
      this.#report(`refund ${refundId} was sent without a note that it is`);
    return true;
  }

  #countSending({ refundId, earlyRefusals = 0 }: RefundOrder, { kind }: RefundAnswer): void {
    if (this.#notReceived.delete(refundId) || kind === 'not_sent') return;
    const request = `${refundId} ${earlyRefusals}`;
    const times = (this.#sentBlindly.get(request) ?? 0) + 1;
    this.#sentBlindly.set(request, times);
    if (times > 1) this.#report(`refund ${refundId} was sent again without asking the channel`);
  }
}

function mayBeSent({ kind }: RefundInquiry): boolean {
  return kind === 'not_received' || kind === 'cannot_tell';
}
