import { compileValidator } from '@kassa/contracts';
import type { TimeSpan } from '../../../../domain/time-span.ts';
import {
  type ProcessorAddress,
  type ProcessorAnswer,
  ProcessorConnection,
} from '../sandbox-processor/processor-connection.ts';
import { ProcessorRefund, ProcessorRefunds } from '../sandbox-processor/processor-refunds.ts';
import {
  ProcessorDispute,
  ProcessorDisputePage,
  ProcessorLibrary,
  ProcessorPayment,
  ProcessorPaymentPage,
  ProcessorPayments,
  ProcessorRefundPage,
} from './processor-messages.ts';

const readLibrary = compileValidator(ProcessorLibrary);
const readPayment = compileValidator(ProcessorPayment);
const readPayments = compileValidator(ProcessorPayments);
const readRefund = compileValidator(ProcessorRefund);
const readRefunds = compileValidator(ProcessorRefunds);
const readPaymentPage = compileValidator(ProcessorPaymentPage);
const readRefundPage = compileValidator(ProcessorRefundPage);
const readDispute = compileValidator(ProcessorDispute);
const readDisputePage = compileValidator(ProcessorDisputePage);

/** Calls the sandbox processor's HTTP API for payments. */
export class ProcessorClient {
  readonly #connection: ProcessorConnection;

  constructor(address: ProcessorAddress) {
    this.#connection = new ProcessorConnection(address);
  }

  readLibrary(): Promise<ProcessorAnswer<ProcessorLibrary>> {
    return this.#connection.call(readLibrary, 'GET', '/v1/library');
  }

  createPayment(
    payment: {
      amount_minor: number;
      currency: string;
      method: string;
      reference: string;
      return_url: string;
      client?: 'element' | 'component';
    },
    idempotencyKey: string,
  ): Promise<ProcessorAnswer<ProcessorPayment>> {
    return this.#connection.call(readPayment, 'POST', '/v1/payments', payment, idempotencyKey);
  }

  confirmPayment(
    paymentId: string,
    card: { number: string; exp_month: number; exp_year: number; cvc: string; network?: string },
    device: { id?: string; terminal: string; user_agent: string } | null,
    idempotencyKey: string,
  ): Promise<ProcessorAnswer<ProcessorPayment>> {
    const confirmation = { card, ...(device !== null && { device }) };
    const path = `/v1/payments/${paymentId}/confirm`;
    return this.#connection.call(readPayment, 'POST', path, confirmation, idempotencyKey);
  }

  cancelPayment(paymentId: string, idempotencyKey: string): Promise<ProcessorAnswer<ProcessorPayment>> {
    return this.#connection.call(readPayment, 'POST', `/v1/payments/${paymentId}/cancel`, {}, idempotencyKey);
  }

  readPayment(paymentId: string): Promise<ProcessorAnswer<ProcessorPayment>> {
    return this.#connection.call(readPayment, 'GET', `/v1/payments/${paymentId}`);
  }

  /** Finds the payments of an attempt. There is at most one payment, because the attempt's ID is the idempotency key. */
  findPayments(reference: string): Promise<ProcessorAnswer<ProcessorPayments>> {
    return this.#connection.call(
      readPayments,
      'GET',
      `/v1/payments?reference=${encodeURIComponent(reference)}`,
    );
  }

  createRefund(
    refund: { payment_id: string; amount_minor: number; currency: string; reference: string },
    idempotencyKey: string,
  ): Promise<ProcessorAnswer<ProcessorRefund>> {
    return this.#connection.call(readRefund, 'POST', '/v1/refunds', refund, idempotencyKey);
  }

  findRefunds(reference: string): Promise<ProcessorAnswer<ProcessorRefunds>> {
    return this.#connection.call(
      readRefunds,
      'GET',
      `/v1/refunds?reference=${encodeURIComponent(reference)}`,
    );
  }

  /** @param after the member `next` of the previous page; null for the first page */
  listPayments(span: TimeSpan, after: string | null): Promise<ProcessorAnswer<ProcessorPaymentPage>> {
    return this.#connection.call(readPaymentPage, 'GET', `/v1/payments?${pageQuery(span, after)}`);
  }

  listRefunds(span: TimeSpan, after: string | null): Promise<ProcessorAnswer<ProcessorRefundPage>> {
    return this.#connection.call(readRefundPage, 'GET', `/v1/refunds?${pageQuery(span, after)}`);
  }

  readDispute(disputeId: string): Promise<ProcessorAnswer<ProcessorDispute>> {
    return this.#connection.call(readDispute, 'GET', `/v1/disputes/${encodeURIComponent(disputeId)}`);
  }

  listDisputes(span: TimeSpan, after: string | null): Promise<ProcessorAnswer<ProcessorDisputePage>> {
    return this.#connection.call(readDisputePage, 'GET', `/v1/disputes?${pageQuery(span, after)}`);
  }

  /**
   * Triggers an event for a payment, such as a dispute. Only the sandbox processor offers this; no real processor does.
   */
  trigger(paymentId: string, what: string): Promise<ProcessorAnswer<ProcessorPayment>> {
    return this.#connection.call(readPayment, 'POST', `/control/payments/${paymentId}/trigger`, { what });
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}

/** The largest number of entries that the sandbox processor returns in one page. */
const PAGE_SIZE = 1_000;

function pageQuery({ from, before }: TimeSpan, after: string | null): URLSearchParams {
  return new URLSearchParams({
    from: from.toISOString(),
    to: before.toISOString(),
    limit: String(PAGE_SIZE),
    ...(after !== null && { after }),
  });
}
