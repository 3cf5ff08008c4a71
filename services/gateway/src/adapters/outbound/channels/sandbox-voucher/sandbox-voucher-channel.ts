import { compileValidator, type Money } from '@kassa/contracts';
import type { TimeSpan } from '../../../../domain/time-span.ts';
import type { CallbackReading, RawCallback } from '../../../../ports/channel-callback.ts';
import type { CheckStep } from '../../../../ports/check-step.ts';
import type {
  CancellationAnswer,
  ChannelMethod,
  ChannelStatement,
  DisputeInquiry,
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
import { detailOf } from '../sandbox-processor/processor-connection.ts';
import { refundAnswerOf, refundStateOf } from '../sandbox-processor/processor-refunds.ts';
import { unopened } from '../sandbox-processor/unopened.ts';
import type { VoucherClient } from './voucher-client.ts';
import { failureOf, lineOf, notificationOf, openingOf, paymentResultOf } from './voucher-mapping.ts';
import { VoucherCallback } from './voucher-messages.ts';

const readCallback = compileValidator(VoucherCallback);

const transfer: ChannelMethod = {
  code: 'bank_transfer_reference',
  name: 'Bank transfer by reference',
  iconFile: 'bank.svg',
  cardBrands: [],
};

/**
 * How long an order must still be open for this channel to offer a bank transfer. The consumer needs the time to open the
 * bank's page, and the bank needs it to send the money.
 */
const SHORTEST_TIME_SECONDS = 60 * 60;

/**
 * A channel for payments by bank transfer. The consumer transfers the money with a reference. The money may arrive in one
 * transfer, in parts, or late.
 */
export class SandboxVoucherChannel implements PaymentChannel {
  readonly channelId = 'SandboxVoucher';
  readonly channelType = 'SandboxVoucher';
  /** The cashier loads nothing from the processor, because the consumer is redirected to the voucher's page. */
  readonly pageOrigins: PageOrigins = { scripts: [], styles: [], images: [], frames: [], connections: [] };
  readonly #deps: { readonly client: VoucherClient; readonly callbackSecret: string };

  constructor(deps: { readonly client: VoucherClient; readonly callbackSecret: string }) {
    this.#deps = deps;
  }

  // #region methods
  /**
   * Offers the bank transfer only in euros, the currency that IBAN accounts accept across borders. Does not offer it for an
   * order that closes before a transfer could arrive.
   */
  methods({ currency }: Money, secondsLeft: number): readonly ChannelMethod[] {
    return currency === 'EUR' && secondsLeft >= SHORTEST_TIME_SECONDS ? [transfer] : [];
  }
  // #endregion methods

  // #region open
  async open({ attemptId, amount, returnUrl, expiresAt }: OpeningOrder): Promise<OpeningAnswer> {
    const answer = await this.#deps.client.create(
      {
        amount_minor: amount.amountMinor,
        currency: amount.currency,
        reference: attemptId,
        return_url: returnUrl,
        due_at: expiresAt.toISOString(),
      },
      attemptId,
    );
    switch (answer.kind) {
      case 'ok':
        return { kind: 'opened', opening: openingOf(answer.body) };
      case 'refused':
        return { kind: 'refused', failure: failureOf(answer.error) };
      case 'no_answer':
        return unopened(answer.detail);
    }
  }

  /** Sends the consumer to the voucher's page without a call to the processor. The payment is made at the consumer's bank. */
  submit({ opening: { paymentUrl: url } }: Submission): Promise<SubmissionAnswer> {
    return Promise.resolve(
      url === null ? { kind: 'pending' } : { kind: 'action_required', action: { url, display: 'page' } },
    );
  }
  // #endregion open

  async ask({ opening }: PaymentReference): Promise<PaymentInquiry> {
    const answer = await this.#deps.client.read(opening.channelReference);
    if (answer.kind === 'refused' && answer.httpStatus === 404) return { kind: 'not_found' };
    if (answer.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(answer) };
    const result = paymentResultOf(answer.body);
    // While a voucher is open, its payment is pending. Anybody who knows the voucher's reference can transfer money at any
    // time, so the gateway must not conclude that nobody will pay.
    return result === undefined ? { kind: 'pending' } : { kind: 'ended', result };
  }

  /** A transfer needs no capture. */
  capture(payment: PaymentReference): Promise<PaymentInquiry> {
    return this.ask(payment);
  }

  /** Ignores the consumer's return from the voucher's page, because that page adds no parameters to the return address. */
  takeReturn(): Promise<PaymentInquiry> {
    return Promise.resolve({ kind: 'pending' });
  }

  async cancel({ attemptId, opening }: PaymentReference): Promise<CancellationAnswer> {
    const answer = await this.#deps.client.cancel(opening.channelReference, `${attemptId}-cancel`);
    if (answer.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(answer) };
    const result = paymentResultOf(answer.body);
    switch (result?.kind) {
      case undefined:
        return { kind: 'unavailable', detail: `the payment has the status ${answer.body.status}` };
      case 'succeeded':
        return { kind: 'ended', result };
      // A voucher that has failed, for example because it expired, cannot be cancelled any more. Its status therefore counts as
      // the cancellation. If the whole amount still arrives later, a callback reports the late payment.
      case 'failed':
      case 'cancelled':
        return { kind: 'cancelled' };
    }
  }

  async refund({ refundId, payment, amount }: RefundOrder): Promise<RefundAnswer> {
    const refund = {
      amount_minor: amount.amountMinor,
      currency: amount.currency,
      reference: refundId,
    };
    return refundAnswerOf(await this.#deps.client.refund(payment.opening.channelReference, refund, refundId));
  }

  async askRefund({ refundId, payment }: RefundReference): Promise<RefundInquiry> {
    const answer = await this.#deps.client.findRefunds(payment.opening.channelReference, refundId);
    if (answer.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(answer) };
    const [refund] = answer.body.refunds;
    return refund === undefined ? { kind: 'not_received' } : refundStateOf(refund);
  }

  /** Answers that there are no disputes to ask about. Consumers cannot dispute money that they transferred themselves. */
  askDispute(): Promise<DisputeInquiry> {
    return Promise.resolve({ kind: 'not_askable' });
  }

  readCallback(callback: RawCallback): Promise<CallbackReading> {
    const reading = readProcessorCallback(callback, this.#deps.callbackSecret, readCallback, notificationOf);
    return Promise.resolve(reading);
  }

  async statement(span: TimeSpan): Promise<ChannelStatement> {
    const answer = await this.#deps.client.statement(span);
    return answer.kind === 'ok'
      ? { kind: 'statement', lines: answer.body.lines.map(lineOf) }
      : { kind: 'unavailable', detail: detailOf(answer) };
  }

  async check(): Promise<readonly CheckStep[]> {
    const answer = await this.#deps.client.probe();
    const fault = answer.kind === 'ok' ? null : detailOf(answer);
    return [{ name: 'vouchers are read', outcome: fault === null ? 'passed' : 'failed', detail: fault }];
  }
}
