import { cardBrandOf, type DisputeState, type Money } from '@kassa/contracts';
import { noPageParts, type PaymentResult } from '../../src/domain/attempt/payment-attempt.ts';
import type { RefundResult } from '../../src/domain/refund/refund.ts';
import type { TimeSpan } from '../../src/domain/time-span.ts';
import type { CallbackReading, RawCallback } from '../../src/ports/channel-callback.ts';
import type { CheckStep } from '../../src/ports/check-step.ts';
import type {
  CancellationAnswer,
  CardData,
  ChannelMethod,
  ChannelStatement,
  DisputeInquiry,
  DisputeReference,
  OpeningAnswer,
  OpeningOrder,
  PageOrigins,
  PayingDevice,
  PaymentChannel,
  PaymentInquiry,
  PaymentReference,
  RefundAnswer,
  RefundInquiry,
  RefundOrder,
  RefundReference,
  Submission,
  SubmissionAnswer,
} from '../../src/ports/payment-channel.ts';
import { type FakeDispute, type FakePayment, type FakeRefund, linesWithin } from './fake-books.ts';
import { readCallbacks, signatureOf } from './fake-callbacks.ts';

/** The fake channel's test cards. The card's number decides what happens to the payment. */
export const cards = {
  succeeds: cardNumbered('4242424242424242'),
  declined: cardNumbered('4000000000000002'),
  refundFails: cardNumbered('4000000000005126'),
  /** The channel never answers the call that submits this card, but the payment succeeds. */
  unanswered: cardNumbered('4000000000000119'),
} as const;

function cardNumbered(number: string): CardData {
  return { number, expMonth: 12, expYear: 2090, cvc: '737' };
}

/**
 * A channel with a ledger: it records the calls that it got and the money that it moved. Its results come at once or when the
 * test says so.
 */
export class FakeChannel implements PaymentChannel {
  readonly channelId: string;
  readonly channelType: string;
  readonly pageOrigins: PageOrigins;
  readonly payments = new Map<string, FakePayment>();
  readonly refunds = new Map<string, FakeRefund>();
  /** By the channel's own references. */
  readonly disputes = new Map<string, FakeDispute>();
  /** How often the channel was asked for the state of a payment. */
  inquiries = 0;
  /** How often money that waited was taken. */
  captures = 0;
  /** How often the channel was asked to make a refund, whether or not it made one. */
  refundCalls = 0;
  /** Whether the channel is reachable. If not, it answers nothing and does nothing. */
  isReachable = true;
  /** Whether calls for refunds are rejected before they are sent, as by the guard of a channel that gets too many calls. */
  isBusy = false;
  /** Whether the channel carries out calls but its answers are lost. */
  isAnswerLost = false;
  /** The page that the consumer must visit after a submission; null if there is none. */
  actionUrl: string | null = null;
  /** For each opened payment, the address to which the processor's page is to send the consumer back. */
  readonly returnUrls = new Map<string, string>();
  /** For each opened payment, until when the gateway wants it to be payable. */
  readonly deadlines = new Map<string, Date>();
  /** For each refund about which the channel was asked, when the gateway said that it had accepted the refund. */
  readonly acceptedAt = new Map<string, Date>();
  /** What the latest payment was opened with. */
  lastOpening: OpeningOrder | null = null;
  /** What the latest payment was submitted with. */
  lastSubmission: Submission | null = null;
  /** What the wallet must know about the consumer. */
  walletNeeds: ChannelMethod['needs'] = [];
  /** The device from which the latest payment was submitted. */
  lastDevice: PayingDevice | null = null;
  /** The channel's own clock, for its books. */
  now: () => Date = () => new Date();
  /** Real time. By this clock, the channel decides whether it is too late to send a refund. */
  realNow: () => Date = () => new Date();
  readonly #settlesAtOnce: boolean;
  readonly #cardByAttempt = new Map<string, string>();

  constructor(options: { readonly settlesAtOnce?: boolean; readonly channelId?: string } = {}) {
    this.channelId = options.channelId ?? 'Sandbox';
    this.channelType = this.channelId.replace(/-.*$/, '');
    const site =
      this.channelId === 'Sandbox' ? 'processor.example' : `${this.channelType.toLowerCase()}.example`;
    this.pageOrigins = {
      scripts: [`https://js.${site}`],
      styles: [`https://css.${site}`],
      frames: [`https://frames.${site}`],
      images: [`https://images.${site}`],
      connections: [`https://api.${site}`],
    };
    this.#settlesAtOnce = options.settlesAtOnce ?? false;
  }

  methods(_amount: Money, _secondsLeft: number): readonly ChannelMethod[] {
    return [
      { code: 'card', name: 'Card', iconFile: 'card.svg', cardBrands: ['visa'], takesCardNumbers: true },
      {
        code: 'sandbox_wallet',
        name: 'Wallet',
        iconFile: 'wallet.svg',
        cardBrands: [],
        ...(this.walletNeeds?.length && { needs: this.walletNeeds }),
      },
    ];
  }

  async open(order: OpeningOrder): Promise<OpeningAnswer> {
    if (!this.isReachable) return { kind: 'unavailable', detail: 'not reachable' };
    this.lastOpening = order;
    this.returnUrls.set(order.attemptId, order.returnUrl);
    this.deadlines.set(order.attemptId, order.expiresAt);
    if (!this.payments.has(order.attemptId)) {
      this.payments.set(order.attemptId, {
        amount: order.amount,
        charges: 0,
        isSubmitted: false,
        isReserved: false,
        result: null,
        movedAt: this.now(),
      });
    }
    if (this.isAnswerLost) return { kind: 'unavailable', detail: 'no answer' };
    const isCard = order.methodCode === 'card';
    return {
      kind: 'opened',
      opening: {
        channelReference: `pay_${order.attemptId}`,
        renderType: isCard ? 'OWN_FORM' : 'REDIRECT',
        paymentUrl: isCard ? null : `https://wallet.example/${order.attemptId}`,
        ...noPageParts,
        cardBrands: isCard ? ['visa'] : [],
      },
    };
  }

  async submit(submission: Submission): Promise<SubmissionAnswer> {
    const { attemptId, opening, card, device } = submission;
    if (!this.isReachable) return { kind: 'unknown', detail: 'not reachable' };
    this.lastSubmission = submission;
    this.lastDevice = device;
    // A payment in the channel's own form is charged when the consumer's browser confirms it, not at the submission.
    const isConfirmedInBrowser = card === null && opening.paymentUrl === null;
    if (isConfirmedInBrowser) return { kind: 'pending' };
    const payment = this.#payment(attemptId);
    payment.charges += 1;
    payment.isSubmitted = true;
    payment.movedAt = this.now();
    if (card !== null) this.#cardByAttempt.set(attemptId, card.number);
    if (this.#settlesAtOnce && payment.result === null) this.settle(attemptId);
    if (this.isAnswerLost || card?.number === cards.unanswered.number) {
      return { kind: 'unknown', detail: 'no answer' };
    }
    return this.actionUrl === null
      ? { kind: 'pending' }
      : { kind: 'action_required', action: { url: this.actionUrl, display: 'frame' } };
  }

  async ask({ attemptId }: PaymentReference): Promise<PaymentInquiry> {
    this.inquiries += 1;
    if (!this.isReachable) return { kind: 'unavailable', detail: 'not reachable' };
    return this.#stateOf(attemptId);
  }

  async capture({ attemptId }: PaymentReference): Promise<PaymentInquiry> {
    if (!this.isReachable) return { kind: 'unavailable', detail: 'not reachable' };
    if (this.#stateOf(attemptId).kind === 'to_capture') {
      this.captures += 1;
      this.settle(attemptId);
    }
    return this.#stateOf(attemptId);
  }

  #stateOf(attemptId: string): PaymentInquiry {
    const payment = this.payments.get(attemptId);
    if (payment === undefined) return { kind: 'not_found' };
    const { result, isReserved, isSubmitted } = payment;
    if (result !== null) return { kind: 'ended', result };
    if (isReserved) return { kind: 'to_capture' };
    return isSubmitted ? { kind: 'pending' } : { kind: 'not_submitted' };
  }

  /** The parameters with which the consumer returns say nothing that a callback does not report. */
  takeReturn(): Promise<PaymentInquiry> {
    return Promise.resolve({ kind: 'pending' });
  }

  async cancel({ attemptId }: PaymentReference): Promise<CancellationAnswer> {
    if (!this.isReachable) return { kind: 'unavailable', detail: 'not reachable' };
    const payment = this.#payment(attemptId);
    if (payment.result === null) {
      payment.result = { kind: 'cancelled' };
      payment.movedAt = this.now();
    }
    return payment.result.kind === 'cancelled'
      ? { kind: 'cancelled' }
      : { kind: 'ended', result: payment.result };
  }

  async refund({ refundId, payment, amount, sendBy }: RefundOrder): Promise<RefundAnswer> {
    if (this.realNow() > sendBy) return { kind: 'not_sent', detail: 'its time is over' };
    this.refundCalls += 1;
    if (this.isBusy) return { kind: 'not_sent', detail: 'too many calls at once' };
    if (!this.isReachable) return { kind: 'unknown', detail: 'not reachable' };
    if (!this.refunds.has(refundId)) {
      const { attemptId } = payment;
      const left = this.#payment(attemptId).amount.amountMinor - this.#reservedMinor(attemptId);
      if (amount.amountMinor > left) {
        return { kind: 'refused', failure: { code: 'amount_exceeds_refundable', message: 'Too much.' } };
      }
      this.refunds.set(refundId, { attemptId, amount, result: null, movedAt: this.now() });
      if (this.#settlesAtOnce) this.settleRefund(refundId);
    }
    if (this.isAnswerLost) return { kind: 'unknown', detail: 'no answer' };
    return this.#refundState(refundId, this.#refund(refundId));
  }

  async askRefund({ refundId, acceptedAt }: RefundReference): Promise<RefundInquiry> {
    this.acceptedAt.set(refundId, acceptedAt);
    if (!this.isReachable) return { kind: 'unavailable', detail: 'not reachable' };
    const refund = this.refunds.get(refundId);
    return refund === undefined ? { kind: 'not_received' } : this.#refundState(refundId, refund);
  }

  async askDispute({ channelReference, payment }: DisputeReference): Promise<DisputeInquiry> {
    if (!this.isReachable) return { kind: 'unavailable', detail: 'not reachable' };
    const dispute = this.disputes.get(channelReference);
    if (dispute === undefined) return { kind: 'unavailable', detail: 'status 404' };
    const { attemptId, amount, state: kind, respondBy } = dispute;
    return attemptId === payment.attemptId
      ? { kind: 'known', report: { kind, channelReference, amount, ...(respondBy && { respondBy }) } }
      : { kind: 'not_understood', detail: 'it is a dispute of another payment' };
  }

  async readCallback({ headers, body }: RawCallback): Promise<CallbackReading> {
    if (headers['fake-signature'] !== signatureOf(body.toString())) {
      return { kind: 'forged', reason: 'the signature does not verify' };
    }
    const callbacks = readCallbacks(body.toString());
    return callbacks === undefined
      ? { kind: 'unreadable', reason: 'it is not one of its messages' }
      : { kind: 'genuine', callbacks };
  }

  async statement(span: TimeSpan): Promise<ChannelStatement> {
    if (!this.isReachable) return { kind: 'unavailable', detail: 'not reachable' };
    return { kind: 'statement', lines: linesWithin(this, span, this.now()) };
  }

  check(): Promise<readonly CheckStep[]> {
    return Promise.resolve([{ name: 'account', outcome: 'skipped', detail: 'not checked yet' }]);
  }

  /** Authorises a payment: the channel holds the consumer's money until it is captured. */
  reserve(attemptId: string): void {
    Object.assign(this.#payment(attemptId), { isReserved: true, movedAt: this.now() });
  }

  /** Gives a payment its result: the given one, or the one that its card decides. */
  settle(attemptId: string, result: PaymentResult = this.#resultOf(attemptId)): PaymentResult {
    Object.assign(this.#payment(attemptId), { result, movedAt: this.now() });
    return result;
  }

  settleRefund(refundId: string): RefundResult {
    const refund = this.#refund(refundId);
    const isFailing = this.#cardByAttempt.get(refund.attemptId) === cards.refundFails.number;
    refund.result = isFailing
      ? { kind: 'failed', failure: { code: 'refund_failed', message: 'The bank refused.' } }
      : { kind: 'succeeded', returned: refund.amount };
    refund.movedAt = this.now();
    return refund.result;
  }

  /** Opens or decides a dispute, as a bank does. Returns the channel's reference of the dispute. */
  settleDispute(attemptId: string, state: DisputeState, respondBy?: Date): string {
    const channelReference = `dis_${attemptId}`;
    const { amount } = this.#payment(attemptId);
    const before = this.disputes.get(channelReference);
    const dispute = { ...before, attemptId, amount, state, movedAt: this.now() };
    this.disputes.set(channelReference, respondBy === undefined ? dispute : { ...dispute, respondBy });
    return channelReference;
  }

  /** Returns how much of a payment was returned, in minor units. */
  returnedMinor(attemptId: string): number {
    return [...this.refunds.values()]
      .filter((refund) => refund.attemptId === attemptId && refund.result?.kind === 'succeeded')
      .reduce((sum, { amount }) => sum + amount.amountMinor, 0);
  }

  #resultOf(attemptId: string): PaymentResult {
    const number = this.#cardByAttempt.get(attemptId);
    const card =
      number === undefined
        ? null
        : { brand: cardBrandOf(number), last4: number.slice(-4), expMonth: 12, expYear: 2090 };
    return number === cards.declined.number
      ? {
          kind: 'failed',
          failure: { code: 'card_declined', message: 'Declined.', category: 'declined' },
          card,
        }
      : { kind: 'succeeded', paid: this.#payment(attemptId).amount, card };
  }

  #refundState(
    refundId: string,
    { result }: FakeRefund,
  ): Extract<RefundInquiry, { kind: 'pending' | 'ended' }> {
    const channelReference = this.refundReference(refundId);
    return result === null
      ? { kind: 'pending', channelReference }
      : { kind: 'ended', channelReference, result };
  }

  /** The channel's reference of a refund. */
  refundReference(refundId: string): string {
    return `ref_${refundId}`;
  }

  #reservedMinor(attemptId: string): number {
    return [...this.refunds.values()]
      .filter((refund) => refund.attemptId === attemptId && refund.result?.kind !== 'failed')
      .reduce((sum, { amount }) => sum + amount.amountMinor, 0);
  }

  #payment(attemptId: string): FakePayment {
    const payment = this.payments.get(attemptId);
    if (payment === undefined) throw new Error(`the channel knows no payment ${attemptId}`);
    return payment;
  }

  #refund(refundId: string): FakeRefund {
    const refund = this.refunds.get(refundId);
    if (refund === undefined) throw new Error(`the channel knows no refund ${refundId}`);
    return refund;
  }
}
