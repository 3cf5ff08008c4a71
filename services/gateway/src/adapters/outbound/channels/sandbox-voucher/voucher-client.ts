import { compileValidator } from '@kassa/contracts';
import { Type } from 'typebox';
import type { TimeSpan } from '../../../../domain/time-span.ts';
import {
  type ProcessorAddress,
  type ProcessorAnswer,
  ProcessorConnection,
} from '../sandbox-processor/processor-connection.ts';
import { ProcessorRefund, ProcessorRefunds } from '../sandbox-processor/processor-refunds.ts';
import { ProcessorVoucher, VoucherStatement } from './voucher-messages.ts';

const readVoucher = compileValidator(ProcessorVoucher);
const readRefund = compileValidator(ProcessorRefund);
const readRefunds = compileValidator(ProcessorRefunds);
const readStatement = compileValidator(VoucherStatement);
const readAnything = compileValidator(Type.Object({}));

/** Calls the sandbox processor's HTTP API for vouchers. */
export class VoucherClient {
  readonly #connection: ProcessorConnection;

  constructor(address: ProcessorAddress) {
    this.#connection = new ProcessorConnection(address);
  }

  create(
    voucher: {
      amount_minor: number;
      currency: string;
      reference: string;
      return_url: string;
      /** RFC 3339 */
      due_at: string;
    },
    idempotencyKey: string,
  ): Promise<ProcessorAnswer<ProcessorVoucher>> {
    return this.#connection.call(readVoucher, 'POST', '/v1/vouchers', voucher, idempotencyKey);
  }

  read(voucherId: string): Promise<ProcessorAnswer<ProcessorVoucher>> {
    return this.#connection.call(readVoucher, 'GET', `/v1/vouchers/${voucherId}`);
  }

  cancel(voucherId: string, idempotencyKey: string): Promise<ProcessorAnswer<ProcessorVoucher>> {
    const path = `/v1/vouchers/${voucherId}/cancel`;
    return this.#connection.call(readVoucher, 'POST', path, {}, idempotencyKey);
  }

  refund(
    voucherId: string,
    refund: { amount_minor: number; currency: string; reference: string },
    idempotencyKey: string,
  ): Promise<ProcessorAnswer<ProcessorRefund>> {
    const path = `/v1/vouchers/${voucherId}/refunds`;
    return this.#connection.call(readRefund, 'POST', path, refund, idempotencyKey);
  }

  findRefunds(voucherId: string, reference: string): Promise<ProcessorAnswer<ProcessorRefunds>> {
    const path = `/v1/vouchers/${voucherId}/refunds?reference=${encodeURIComponent(reference)}`;
    return this.#connection.call(readRefunds, 'GET', path);
  }

  statement({ from, before }: TimeSpan): Promise<ProcessorAnswer<VoucherStatement>> {
    const query = new URLSearchParams({ from: from.toISOString(), to: before.toISOString() });
    return this.#connection.call(readStatement, 'GET', `/v1/vouchers/statement?${query}`);
  }

  /** Reads a list that always exists. */
  probe(): Promise<ProcessorAnswer<object>> {
    return this.#connection.call(readAnything, 'GET', '/v1/vouchers?limit=1');
  }

  /**
   * Triggers an event for a voucher, such as a late transfer. Only the sandbox processor offers this; no real processor
   * does.
   */
  trigger(voucherId: string, what: string): Promise<ProcessorAnswer<ProcessorVoucher>> {
    const path = `/control/vouchers/${voucherId}/trigger`;
    return this.#connection.call(readVoucher, 'POST', path, { what });
  }
}
