import type { Money } from '@kassa/contracts';
import type { TimeSpan } from '../../../../domain/time-span.ts';
import type { CallbackReading, RawCallback } from '../../../../ports/channel-callback.ts';
import { type CheckStep, outcomeOfSteps } from '../../../../ports/check-step.ts';
import type {
  CancellationAnswer,
  ChannelMethod,
  ChannelStatement,
  DisputeInquiry,
  DisputeReference,
  OpeningAnswer,
  OpeningOrder,
  PageOrigins,
  PaymentChannel,
  PaymentInquiry,
  PaymentReference,
  RefundAnswer,
  RefundInquiry,
  RefundOrder,
  RefundReference,
  ReturnParameters,
  Submission,
  SubmissionAnswer,
  WalletDomains,
} from '../../../../ports/payment-channel.ts';
import type { StepFacts, Tracing } from '../../../../ports/tracing.ts';
import {
  boundedDispute,
  boundedOpening,
  boundedPayment,
  boundedRefund,
  boundedRefundInquiry,
  boundedSubmission,
  withBoundedDetails,
} from './bounded-answers.ts';
import { boundedStatement } from './bounded-statement.ts';
import { BUSY, type ChannelCircuit, CIRCUIT_OPEN } from './channel-circuit.ts';
import { readableCallbacks } from './readable-callbacks.ts';

/** Observes the calls to a channel. It is called after each call, and learns whether the call failed. */
export interface CallObserver {
  /**
   * @param durationMs how long the call took; null if it was not made
   * @param failure why the call counts as failed; null if it does not
   */
  ended(operation: string, result: string, durationMs: number | null, failure: string | null): void;
}

/**
 * Adds limits to a channel: only a limited number of calls run at once, and no new payment is opened while the channel is down.
 * Calls for existing payments are made even then.
 *
 * The circuit breaker counts only two kinds of calls: those that open a payment and those that submit a card. These calls
 * always reach the processor, whereas many channels answer other calls from stored data. A call has failed if no usable answer
 * comes within its time limit; a decline is a usable answer. A submission has not failed if only the card's issuer is slow.
 */
export class GuardedChannel implements PaymentChannel {
  readonly #channel: PaymentChannel;
  readonly #circuit: ChannelCircuit;
  readonly #observer: CallObserver;
  readonly #tracing: Tracing;
  readonly #slowMs: number;
  readonly #realNow: () => Date;

  constructor(
    channel: PaymentChannel,
    deps: {
      circuit: ChannelCircuit;
      observer: CallObserver;
      tracing: Tracing;
      slowMs: number;
      realNow: () => Date;
    },
  ) {
    this.#channel = channel;
    this.#circuit = deps.circuit;
    this.#observer = deps.observer;
    this.#tracing = deps.tracing;
    this.#slowMs = deps.slowMs;
    this.#realNow = deps.realNow;
  }

  get channelId(): string {
    return this.#channel.channelId;
  }

  get channelType(): string {
    return this.#channel.channelType;
  }

  get pageOrigins(): PageOrigins {
    return this.#channel.pageOrigins;
  }

  methods(amount: Money, secondsLeft: number): readonly ChannelMethod[] {
    return this.#channel.methods(amount, secondsLeft);
  }

  async open(order: OpeningOrder): Promise<OpeningAnswer> {
    const answer = await this.#circuit.ifClosed(() =>
      this.#measured('open', async () => boundedOpening(await this.#channel.open(order)), order),
    );
    if (answer === CIRCUIT_OPEN) {
      this.#observer.ended('open', 'circuit_open', null, null);
      return { kind: 'unavailable', detail: 'its circuit is open' };
    }
    return answer === BUSY ? { kind: 'unavailable', detail: this.#busy('open') } : answer;
  }

  async submit(submission: Submission): Promise<SubmissionAnswer> {
    const answer = await this.#circuit.inPlace(async () => {
      const submit = async () => boundedSubmission(await this.#channel.submit(submission));
      const call = await this.#measured('submit', submit, submission);
      if (submission.card !== null) this.#circuit.noteSubmission(isChannelsFault(call.answer));
      return call.answer;
    });
    if (answer !== BUSY) return answer;
    const message = this.#busy('submit');
    // No call slot was free, so the gateway did not send the submission. With a card, nothing was paid, because only this call
    // would have given the card to the processor. Without a card, the consumer's browser can still complete the payment, so the
    // result is unknown.
    return submission.card === null
      ? { kind: 'unknown', detail: message }
      : { kind: 'refused', failure: { code: 'channel_busy', message, category: 'processing_error' } };
  }

  async ask(payment: PaymentReference): Promise<PaymentInquiry> {
    const ask = async () => boundedPayment(await this.#channel.ask(payment));
    const answer = await this.#inPlace('ask', ask, payment);
    return answer === BUSY ? { kind: 'unavailable', detail: this.#busy('ask') } : answer;
  }

  async capture(payment: PaymentReference): Promise<PaymentInquiry> {
    const capture = async () => boundedPayment(await this.#channel.capture(payment));
    const answer = await this.#inPlace('capture', capture, payment);
    return answer === BUSY ? { kind: 'unavailable', detail: this.#busy('capture') } : answer;
  }

  async takeReturn(payment: PaymentReference, parameters: ReturnParameters): Promise<PaymentInquiry> {
    const take = async () => boundedPayment(await this.#channel.takeReturn(payment, parameters));
    const answer = await this.#inPlace('take_return', take, payment);
    return answer === BUSY ? { kind: 'unavailable', detail: this.#busy('take_return') } : answer;
  }

  async cancel(payment: PaymentReference): Promise<CancellationAnswer> {
    const cancel = async () => boundedPayment(await this.#channel.cancel(payment));
    const answer = await this.#inPlace('cancel', cancel, payment);
    return answer === BUSY ? { kind: 'unavailable', detail: this.#busy('cancel') } : answer;
  }

  /**
   * Sends a refund, unless its deadline `sendBy` has passed. The deadline can pass while the call waits for a free slot, or
   * while the process is suspended.
   */
  async refund(refund: RefundOrder): Promise<RefundAnswer> {
    const send = async () =>
      this.#realNow() > refund.sendBy ? TOO_LATE : boundedRefund(await this.#channel.refund(refund));
    const answer = await this.#inPlace('refund', send, refund);
    return answer === BUSY ? { kind: 'not_sent', detail: this.#busy('refund') } : answer;
  }

  async askRefund(refund: RefundReference): Promise<RefundInquiry> {
    const ask = async () => boundedRefundInquiry(await this.#channel.askRefund(refund));
    const answer = await this.#inPlace('ask_refund', ask, refund);
    return answer === BUSY ? { kind: 'unavailable', detail: this.#busy('ask_refund') } : answer;
  }

  async askDispute(dispute: DisputeReference): Promise<DisputeInquiry> {
    const ask = async () => boundedDispute(await this.#channel.askDispute(dispute));
    const answer = await this.#inPlace('ask_dispute', ask, dispute);
    return answer === BUSY ? { kind: 'unavailable', detail: this.#busy('ask_dispute') } : answer;
  }

  async readCallback(callback: RawCallback): Promise<CallbackReading> {
    const read = () => readableCallbacks(() => this.#channel.readCallback(callback));
    return (await this.#measured('read_callback', read)).answer;
  }

  /** Reads the channel's statement without taking a call slot. Reading takes minutes, and payments must not wait for it. */
  async statement(span: TimeSpan): Promise<ChannelStatement> {
    const read = async () => boundedStatement(await this.#channel.statement(span));
    return (await this.#measured('statement', read)).answer;
  }

  /** Checks the channel without taking a call slot. Operators need a check most when no slot is free. */
  check(): Promise<readonly CheckStep[]> {
    return this.#steps('check', () => this.#channel.check());
  }

  get walletDomains(): WalletDomains | undefined {
    const domains = this.#channel.walletDomains;
    return (
      domains && {
        check: (domain) => this.#steps('check_domain', () => domains.check(domain)),
        register: (domain) => this.#steps('register_domain', () => domains.register(domain)),
      }
    );
  }

  async #steps(operation: string, take: () => Promise<readonly CheckStep[]>): Promise<readonly CheckStep[]> {
    const call = async () => {
      const steps = await take();
      return { kind: outcomeOfSteps(steps), steps: steps.map(withBoundedDetails) };
    };
    return (await this.#measured(operation, call)).answer.steps;
  }

  async #inPlace<Answer extends { readonly kind: string }>(
    operation: string,
    call: () => Promise<Answer>,
    subject: Subject,
  ): Promise<Answer | typeof BUSY> {
    return this.#circuit.inPlace(async () => (await this.#measured(operation, call, subject)).answer);
  }

  /** Makes a call to the channel as a step of the trace. */
  #measured<Answer extends { readonly kind: string }>(
    operation: string,
    call: () => Promise<Answer>,
    subject: Subject = {},
  ) {
    const { channelId, channelType } = this.#channel;
    const facts = { channelId, channelType, operation, ...factsAbout(subject) };
    return this.#tracing.step({ name: `channel ${operation}`, kind: 'calls', facts }, async () => {
      const { answer, isFailed } = await this.#timed(operation, call);
      this.#tracing.note({ result: answer.kind, ...(whyMissing(answer) !== null && { fault: answer.kind }) });
      return { answer, isFailed };
    });
  }

  async #timed<Answer extends { readonly kind: string }>(operation: string, call: () => Promise<Answer>) {
    const startedAtMs = performance.now();
    const ended = (result: string, missing: string | null) => {
      const durationMs = performance.now() - startedAtMs;
      const failure =
        missing ?? (durationMs > this.#slowMs ? `an answer took ${Math.round(durationMs)} ms` : null);
      this.#observer.ended(operation, result, durationMs, failure);
      return failure !== null;
    };
    try {
      const answer = withBoundedDetails(await call());
      return { answer, isFailed: ended(answer.kind, whyMissing(answer)) };
    } catch (error) {
      ended('error', 'the call threw an error');
      throw error;
    }
  }

  #busy(operation: string): string {
    this.#observer.ended(operation, 'busy', null, null);
    return 'too many calls to the channel at once; this one was not sent';
  }
}

/** What a call is about. */
interface Subject {
  readonly attemptId?: string;
  readonly refundId?: string;
  readonly payment?: { readonly attemptId: string };
}

/** Returns only the IDs of a call. The call also contains data that must not get into a trace, such as a card. */
function factsAbout({ attemptId, refundId, payment }: Subject): StepFacts {
  const ofAttempt = attemptId ?? payment?.attemptId;
  return {
    ...(ofAttempt !== undefined && { attemptId: ofAttempt }),
    ...(refundId !== undefined && { refundId }),
  };
}

const TOO_LATE = {
  kind: 'not_sent',
  detail: 'not sent, because the gateway’s process had been suspended for too long',
} as const satisfies RefundAnswer;

/**
 * Whether the answer to a card submission says that the channel itself does not work. How long the answer took does not matter,
 * because the card's issuer may have been slow.
 */
function isChannelsFault(answer: SubmissionAnswer): boolean {
  return answer.kind === 'unknown' && answer.awaitsIssuer !== true;
}

/**
 * The kinds of answers that are not usable. The channel's circuit breaker counts a call with one of these answers as failed.
 */
const withoutAnswer: ReadonlySet<string> = new Set(['unavailable', 'unknown']);

/**
 * Returns why an answer is not usable, or null if it is usable. A channel that already has an attempt's payment (`hasPayment`)
 * works. If its circuit opened, the next call would go to another channel, which could charge the consumer again.
 */
function whyMissing(answer: {
  readonly kind: string;
  readonly detail?: string;
  readonly hasPayment?: true;
}): string | null {
  return withoutAnswer.has(answer.kind) && !answer.hasPayment ? (answer.detail ?? answer.kind) : null;
}
