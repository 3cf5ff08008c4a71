import type { SettlementFileFormat, SettlementReport } from '@kassa/contracts';
import type { CallOptions, GatewayClient } from '../request/gateway-client.ts';
import { pathWithQuery } from '../request/signed-query.ts';

export type { SettlementReport, SettlementTotals } from '@kassa/contracts';

/** The day of a settlement report. */
export interface SettlementParams {
  /** `YYYY-MM-DD`: from 00:00 to 24:00 UTC. */
  readonly date: string;
}

/** The kind of file of a day. */
export interface SettlementFileParams extends SettlementParams {
  /** `csv` has a row for each currency. `lines_csv` has a row for each payment, refund and dispute. */
  readonly format: SettlementFileFormat;
}

/** Daily settlement reports, for the merchant's books. */
export class Reports {
  readonly #gateway: GatewayClient;

  constructor(gateway: GatewayClient) {
    this.#gateway = gateway;
  }

  /**
   * The totals of one day by currency: payments, refunds, disputes and the net amount. They are decimal strings in major units
   * (`'1234.50'`), exact at any size. While `final` is false, the gateway can still add entries. For a day with many payments,
   * set a larger `timeoutMs`, because the gateway reads the whole day.
   *
   * @throws {InvalidRequestError} when the day is not a valid date, or has not started (UTC)
   */
  async settlement({ date }: SettlementParams, options?: CallOptions): Promise<SettlementReport> {
    const path = pathWithQuery('/api/merchant/report/settlement', { date });
    return (await this.#gateway.send({ method: 'GET', path }, options)) as SettlementReport;
  }

  /**
   * Returns the report of one day as CSV (RFC 4180) with a header row. `lines_csv` has one row of about 200 bytes for each
   * payment, refund and dispute, in chronological order; set a larger `timeoutMs` for a day with many. A file that arrives
   * incomplete throws an error, so you never get only a part.
   *
   * @throws {InvalidRequestError} when the day is not a valid date, or has not started (UTC)
   */
  settlementFile({ date, format }: SettlementFileParams, options?: CallOptions): Promise<string> {
    const path = pathWithQuery('/api/merchant/report/settlement', { date, format });
    return this.#gateway.fetchFile({ path, mediaType: 'text/csv' }, options);
  }
}
