import { compileValidator, type Money } from '@kassa/contracts';
import type { TimeSpan } from '../../../../domain/time-span.ts';
import type {
  CallbackReading,
  CancellationAnswer,
  ChannelMethod,
  ChannelStatement,
  CheckStep,
  DisputeInquiry,
  OpeningAnswer,
  OpeningOrder,
  PageOrigins,
  PaymentChannel,
  PaymentInquiry,
  PaymentReference,
  RawCallback,
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
 * The shortest time that an order must stay open for a transfer. Consumers and banks need this time to read the
 * reference, open the bank's page and send the money.
 */
const SHORTEST_TIME_SECONDS = 60 * 60;

/**
 * A payment method whose money consumers transfer from their bank with a reference. The money may arrive all at once,
 * in parts, or late.
 */
export class SandboxVoucherChannel implements PaymentChannel {
  readonly channelId = 'SandboxVoucher';
  readonly channelType = 'SandboxVoucher';
  /** The consumer is sent to the voucher's page. No page of the cashier loads anything from the processor. */
  readonly pageOrigins: PageOrigins = { scripts: [], styles: [], images: [], frames: [], connections: [] };
  readonly #client: VoucherClient;
  readonly #callbackSecret: string;

  constructor(deps: { client: VoucherClient; callbackSecret: string }) {
    this.#client = deps.client;
    this.#callbackSecret = deps.callbackSecret;
  }

  // #region methods
  /**
   * Offers the transfer for euros only, which IBAN accounts accept across borders. An order that closes too soon for a
   * transfer does not get it.
   */
  methods({ currency }: Money, secondsLeft: number): readonly ChannelMethod[] {
    return currency === 'EUR' && secondsLeft >= SHORTEST_TIME_SECONDS ? [transfer] : [];
  }
  // #endregion methods

  // #region open
  async open({ attemptId, amount, returnUrl, expiresAt }: OpeningOrder): Promise<OpeningAnswer> {
    const answer = await this.#client.create(
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
        return { kind: 'unavailable', detail: answer.detail };
    }
  }

  /** Nothing is sent to the processor here. The consumer continues on the voucher's page and at a bank. */
  submit({ opening: { paymentUrl: url } }: Submission): Promise<SubmissionAnswer> {
    return Promise.resolve(
      url === null ? { kind: 'pending' } : { kind: 'action_required', action: { url, display: 'page' } },
    );
  }
  // #endregion open

  async ask({ opening }: PaymentReference): Promise<PaymentInquiry> {
    const answer = await this.#client.read(opening.channelReference);
    if (answer.kind === 'refused' && answer.httpStatus === 404) return { kind: 'not_found' };
    if (answer.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(answer) };
    const result = paymentResultOf(answer.body);
    // A voucher that is still open stays pending. Anybody who knows the reference can transfer money at any time, so
    // the gateway can never be sure that no money will come.
    return result === undefined ? { kind: 'pending' } : { kind: 'ended', result };
  }

  /** A transfer needs no capture. */
  capture(payment: PaymentReference): Promise<PaymentInquiry> {
    return this.ask(payment);
  }

  /** The voucher's page adds no parameters to the return address, so there is nothing to read. */
  takeReturn(): Promise<PaymentInquiry> {
    return Promise.resolve({ kind: 'pending' });
  }

  async cancel({ attemptId, opening }: PaymentReference): Promise<CancellationAnswer> {
    const answer = await this.#client.cancel(opening.channelReference, `${attemptId}-cancel`);
    if (answer.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(answer) };
    const result = paymentResultOf(answer.body);
    switch (result?.kind) {
      case undefined:
        return { kind: 'unavailable', detail: `status ${answer.body.status}` };
      case 'succeeded':
        return { kind: 'ended', result };
      // A voucher that has already failed or expired accepts no more money, so it counts as cancelled.
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
    return refundAnswerOf(await this.#client.refund(payment.opening.channelReference, refund, refundId));
  }

  async askRefund({ refundId, payment }: RefundReference): Promise<RefundInquiry> {
    const answer = await this.#client.findRefunds(payment.opening.channelReference, refundId);
    if (answer.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(answer) };
    const [refund] = answer.body.refunds;
    return refund === undefined ? { kind: 'not_received' } : refundStateOf(refund);
  }

  /** A transfer has no disputes: consumers cannot dispute money that they transferred themselves. */
  askDispute(): Promise<DisputeInquiry> {
    return Promise.resolve({ kind: 'not_askable' });
  }

  readCallback(callback: RawCallback): Promise<CallbackReading> {
    const reading = readProcessorCallback(callback, this.#callbackSecret, readCallback, notificationOf);
    return Promise.resolve(reading);
  }

  async statement(span: TimeSpan): Promise<ChannelStatement> {
    const answer = await this.#client.statement(span);
    return answer.kind === 'ok'
      ? { kind: 'statement', lines: answer.body.lines.map(lineOf) }
      : { kind: 'unavailable', detail: detailOf(answer) };
  }

  async check(): Promise<readonly CheckStep[]> {
    const answer = await this.#client.probe();
    const fault = answer.kind === 'ok' ? null : detailOf(answer);
    return [{ name: 'vouchers are read', outcome: fault === null ? 'passed' : 'failed', detail: fault }];
  }
}
