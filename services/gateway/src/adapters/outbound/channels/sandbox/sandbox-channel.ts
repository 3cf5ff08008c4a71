import { compileValidator, type Money } from '@kassa/contracts';
import { orderIdOf } from '../../../../domain/order/order-identifiers.ts';
import type { TimeSpan } from '../../../../domain/time-span.ts';
import type {
  CallbackReading,
  ChannelNotification,
  RawCallback,
} from '../../../../ports/channel-callback.ts';
import type { CheckStep } from '../../../../ports/check-step.ts';
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
  Submission,
  SubmissionAnswer,
} from '../../../../ports/payment-channel.ts';
import { readProcessorCallback } from '../sandbox-processor/processor-callbacks.ts';
import { detailOf, KEY_USED, type ProcessorAnswer } from '../sandbox-processor/processor-connection.ts';
import { refundAnswerOf, refundResultOf, refundStateOf } from '../sandbox-processor/processor-refunds.ts';
import { unopened } from '../sandbox-processor/unopened.ts';
import { readBooks } from './processor-books.ts';
import type { ProcessorClient } from './processor-client.ts';
import {
  disputeReportOf,
  disputeStates,
  failureOf,
  openingOf,
  paymentResultOf,
} from './processor-mapping.ts';
import { ProcessorCallback, type ProcessorPayment } from './processor-messages.ts';
import { type SandboxMethod, sandboxMethodOf, sandboxMethods } from './sandbox-methods.ts';
import { SandboxWallet } from './sandbox-wallet.ts';

const readCallback = compileValidator(ProcessorCallback);

/** The payment channel of the sandbox processor. It implements the port `PaymentChannel`. */
export class SandboxChannel implements PaymentChannel {
  readonly channelId = 'Sandbox';
  readonly channelType = 'Sandbox';
  readonly pageOrigins: PageOrigins;
  readonly #client: ProcessorClient;
  readonly #callbackSecret: string;
  readonly #wallet: SandboxWallet;

  /** @param deps.publicUrl the address at which consumers' browsers reach the processor */
  constructor(deps: { client: ProcessorClient; callbackSecret: string; publicUrl: string }) {
    const { origin } = new URL(deps.publicUrl);
    // The cashier page loads the processor's script. The script shows card forms and 3-D Secure pages in frames, and only these
    // frames call the processor. So the page's content security policy must allow the script and the frames, but no connections
    // to the processor.
    this.pageOrigins = { scripts: [origin], styles: [], images: [], frames: [origin], connections: [] };
    this.#client = deps.client;
    this.#callbackSecret = deps.callbackSecret;
    this.#wallet = new SandboxWallet(deps.client);
  }

  methods(amount: Money): readonly ChannelMethod[] {
    const express = this.#wallet.offerFor(amount);
    return express === undefined
      ? sandboxMethods
      : sandboxMethods.map((method) => (method.client === 'element' ? { ...method, express } : method));
  }

  async open(attempt: OpeningOrder): Promise<OpeningAnswer> {
    const method = sandboxMethodOf(attempt.methodCode);
    const answer = await this.#create(attempt, method);
    switch (answer.kind) {
      case 'ok': {
        const opening = openingOf(answer.body, method);
        return opening === undefined
          ? { kind: 'unavailable', detail: 'the answer lacks what the page needs' }
          : { kind: 'opened', opening };
      }
      case 'refused':
        return { kind: 'refused', failure: failureOf(answer.error) };
      case 'no_answer':
        return unopened(answer.detail);
    }
  }

  /**
   * Creates the attempt's payment. If the processor already has one that was created with another return address, returns that
   * one. This happens if a restored backup lacks the order and the merchant has created it again. If the payment has another
   * amount or was created for another method, returns `KEY_USED`, because the consumer may have paid it.
   */
  async #create(
    { attemptId, amount, returnUrl }: OpeningOrder,
    method: SandboxMethod,
  ): Promise<ProcessorAnswer<ProcessorPayment>> {
    const { processorMethod, client } = method;
    const answer = await this.#client.createPayment(
      {
        amount_minor: amount.amountMinor,
        currency: amount.currency,
        method: processorMethod,
        reference: attemptId,
        return_url: returnUrl,
        ...(client !== null && { client }),
      },
      attemptId,
    );
    if (answer.kind !== 'no_answer' || answer.detail !== KEY_USED) return answer;
    const found = await this.#client.findPayments(attemptId);
    const payment = found.kind === 'ok' ? found.body.payments[0] : undefined;
    const isUsable =
      payment?.amount_minor === amount.amountMinor &&
      payment.currency === amount.currency &&
      openingOf(payment, method) !== undefined;
    return isUsable ? { kind: 'ok', body: payment } : answer;
  }

  async submit({ attemptId, opening, card, device }: Submission): Promise<SubmissionAnswer> {
    // The payment method uses a redirect: the cashier sends the consumer to the processor's own page.
    if (opening.paymentUrl !== null) {
      return { kind: 'action_required', action: { url: opening.paymentUrl, display: 'page' } };
    }
    // Without card data, there is nothing to send: the consumer types the card into the processor's own form, which confirms
    // the payment from the browser.
    if (card === null) return { kind: 'pending' };
    const answer = await this.#client.confirmPayment(
      opening.channelReference,
      {
        number: card.number,
        exp_month: card.expMonth,
        exp_year: card.expYear,
        cvc: card.cvc,
        ...(card.network !== undefined && { network: card.network }),
      },
      device && {
        ...(device.deviceId !== null && { id: device.deviceId }),
        terminal: device.terminalType,
        user_agent: device.userAgent,
      },
      `${attemptId}-confirm`,
    );
    switch (answer.kind) {
      case 'ok': {
        const result = paymentResultOf(answer.body);
        if (result !== undefined) return { kind: 'ended', result };
        const { action_url: url, action_display: display } = answer.body;
        return url === null
          ? { kind: 'pending' }
          : { kind: 'action_required', action: { url, display: display ?? 'page' } };
      }
      case 'refused':
        return {
          kind: 'ended',
          result: { kind: 'failed', failure: failureOf(answer.error), card: null },
        };
      case 'no_answer':
        return { kind: 'unknown', detail: answer.detail };
    }
  }

  async ask({ opening }: PaymentReference): Promise<PaymentInquiry> {
    const answer = await this.#client.readPayment(opening.channelReference);
    if (answer.kind === 'refused' && answer.httpStatus === 404) return { kind: 'not_found' };
    if (answer.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(answer) };
    const result = paymentResultOf(answer.body);
    if (result !== undefined) return { kind: 'ended', result };
    // The status "created" usually means that the consumer has submitted nothing. But a payment with a redirect also stays
    // "created" while the consumer is on the processor's page.
    const isNeverSubmitted = answer.body.status === 'created' && answer.body.redirect_url === null;
    return isNeverSubmitted ? { kind: 'not_submitted' } : { kind: 'pending' };
  }

  /** Every payment is captured immediately. */
  capture(payment: PaymentReference): Promise<PaymentInquiry> {
    return this.ask(payment);
  }

  /**
   * Ignores the parameters with which the consumer returns from the processor's page. The processor's callbacks report the same
   * facts.
   */
  takeReturn(): Promise<PaymentInquiry> {
    return Promise.resolve({ kind: 'pending' });
  }

  async cancel({ attemptId, opening }: PaymentReference): Promise<CancellationAnswer> {
    const answer = await this.#client.cancelPayment(opening.channelReference, `${attemptId}-cancel`);
    if (answer.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(answer) };
    const result = paymentResultOf(answer.body);
    if (result === undefined)
      return { kind: 'unavailable', detail: `the payment has the status ${answer.body.status}` };
    return result.kind === 'cancelled' ? { kind: 'cancelled' } : { kind: 'ended', result };
  }

  async refund({ refundId, payment, amount }: RefundOrder): Promise<RefundAnswer> {
    const answer = await this.#client.createRefund(
      {
        payment_id: payment.opening.channelReference,
        amount_minor: amount.amountMinor,
        currency: amount.currency,
        reference: refundId,
      },
      refundId,
    );
    return refundAnswerOf(answer);
  }

  async askRefund({ refundId }: RefundReference): Promise<RefundInquiry> {
    const answer = await this.#client.findRefunds(refundId);
    if (answer.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(answer) };
    const [refund] = answer.body.refunds;
    return refund === undefined ? { kind: 'not_received' } : refundStateOf(refund);
  }

  async askDispute({ channelReference, payment }: DisputeReference): Promise<DisputeInquiry> {
    const answer = await this.#client.readDispute(channelReference);
    if (answer.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(answer) };
    const { payment_id: paymentId, status } = answer.body;
    return paymentId === payment.opening.channelReference
      ? { kind: 'known', report: disputeReportOf(answer.body, disputeStates[status]) }
      : { kind: 'not_understood', detail: `it is a dispute of the payment ${paymentId}` };
  }

  readCallback(callback: RawCallback): Promise<CallbackReading> {
    const reading = readProcessorCallback(callback, this.#callbackSecret, readCallback, notificationOf);
    return Promise.resolve(reading);
  }

  statement(span: TimeSpan): Promise<ChannelStatement> {
    return readBooks(this.#client, span);
  }

  async check(): Promise<readonly CheckStep[]> {
    const answer = await this.#client.findRefunds('none');
    const detail = answer.kind === 'ok' ? null : detailOf(answer);
    return [{ name: 'refunds are read', outcome: detail === null ? 'passed' : 'failed', detail }];
  }
}

function notificationOf(callback: ProcessorCallback): ChannelNotification {
  const { type, payment, refund, dispute } = callback;
  if (type.startsWith('dispute.')) return disputeNotification(type, payment, dispute);
  const paymentResult = payment && paymentResultOf(payment);
  if (type.startsWith('payment.') && payment && paymentResult) {
    return {
      kind: 'payment',
      attemptId: payment.reference,
      openingReference: payment.id,
      result: paymentResult,
    };
  }
  const refundResult = refund && refundResultOf(refund);
  if (type.startsWith('refund.') && refund && refundResult) {
    return {
      kind: 'refund',
      refundId: refund.reference,
      channelReference: refund.id,
      openingReference: refund.payment_id,
      result: refundResult,
    };
  }
  return { kind: 'irrelevant', type };
}

function disputeNotification(
  type: string,
  payment: ProcessorPayment | undefined,
  dispute: ProcessorCallback['dispute'],
): ChannelNotification {
  const kind = { 'dispute.opened': 'opened', 'dispute.won': 'won', 'dispute.lost': 'lost' }[type] as
    | 'opened'
    | 'won'
    | 'lost'
    | undefined;
  if (payment === undefined || dispute === undefined) return { kind: 'irrelevant', type };
  if (kind === undefined) {
    const { reference } = payment;
    const detail = `The processor reports ${type} of ${dispute.id}, which is not known here`;
    return orderIdOf(reference) === undefined
      ? { kind: 'irrelevant', type }
      : { kind: 'for_operator', reference, detail };
  }
  return {
    kind: 'dispute',
    attemptId: payment.reference,
    openingReference: payment.id,
    report: disputeReportOf(dispute, kind),
  };
}
