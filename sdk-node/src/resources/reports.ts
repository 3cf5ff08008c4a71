import type { SettlementFileFormat, SettlementReport } from '@kassa/contracts';
import type { CallOptions, GatewayClient } from '../request/gateway-client.ts';
import { pathWithQuery } from '../request/signed-query.ts';

/** The day of a settlement report. */
export interface SettlementParams {
  /** `YYYY-MM-DD`: from 00:00 to 24:00 UTC. */
  readonly date: string;
}

/** The kind of file of a day. */
export interface SettlementFileParams extends SettlementParams {
  /** `csv`: a row for each currency. `lines_csv`: a row for each payment, refund and dispute. */
  readonly format: SettlementFileFormat;
}

/** Daily settlement reports, for the merchant's books. */
export class Reports {
  readonly #gateway: GatewayClient;

  constructor(gateway: GatewayClient) {
    this.#gateway = gateway;
  }

  /**
   * A day's totals by currency: payments, refunds, disputes and the net amount. Totals are decimal strings in major
   * units (`'1234.50'`), exact at any size. While `final` is false, entries can still be added. The gateway reads the
   * whole day, so set a larger `timeoutMs` for a large one.
   *
   * @throws {InvalidRequestError} when the day is not a valid date, or has not started (UTC)
   */
  async settlement({ date }: SettlementParams, options?: CallOptions): Promise<SettlementReport> {
    const path = pathWithQuery('/api/merchant/report/settlement', { date });
    return (await this.#gateway.send({ method: 'GET', path }, options)) as SettlementReport;
  }

  /**
   * Returns the report as CSV (RFC 4180) with a header row. `lines_csv` has a row of about 200 bytes for each payment,
   * refund and dispute of the day, in chronological order; set a larger `timeoutMs` for a large day. An incomplete file
   * throws an error and never returns a part.
   *
   * @throws {InvalidRequestError} when the day is not a valid date, or has not started (UTC)
   */
  settlementFile({ date, format }: SettlementFileParams, options?: CallOptions): Promise<string> {
    const path = pathWithQuery('/api/merchant/report/settlement', { date, format });
    return this.#gateway.fetchFile({ path, mediaType: 'text/csv' }, options);
  }
}
