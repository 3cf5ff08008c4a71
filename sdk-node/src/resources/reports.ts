import type { SettlementFileFormat, SettlementReport } from '@kassa/contracts';
import type { CallOptions, GatewayClient } from '../request/gateway-client.ts';
import { pathWithQuery } from '../request/signed-query.ts';

/** Which day a settlement report is about. */
export interface SettlementParams {
  /** `YYYY-MM-DD`: from 00:00 to 24:00 UTC. */
  readonly date: string;
}

/** Which file of a day is wanted. */
export interface SettlementFileParams extends SettlementParams {
  /** `csv`: a row for each currency. `lines_csv`: a row for each payment, refund and dispute. */
  readonly format: SettlementFileFormat;
}

/** What a day came to, for the merchant's books. */
export class Reports {
  readonly #gateway: GatewayClient;

  constructor(gateway: GatewayClient) {
    this.#gateway = gateway;
  }

  /**
   * What a day came to, by currency: payments, refunds, disputes and what is left. Sums are decimal text in major
   * units (`'1234.50'`), exact however large. While `final` is false more can be added. The gateway
   * goes through the whole day: for a large one give a greater `timeoutMs`.
   *
   * @throws {InvalidRequestError} when the day is none of the calendar, or has not begun (UTC)
   */
  async settlement({ date }: SettlementParams, options?: CallOptions): Promise<SettlementReport> {
    const path = pathWithQuery('/api/merchant/report/settlement', { date });
    return (await this.#gateway.send({ method: 'GET', path }, options)) as SettlementReport;
  }

  /**
   * The same as the text of a CSV file (RFC 4180) with a header row. With `lines_csv` it has a row of about 200
   * bytes for each payment, refund and dispute of the day, in the order of time: for a large day give a greater
   * `timeoutMs`. A file that does not arrive to its end is an error, never a part.
   *
   * @throws {InvalidRequestError} when the day is none of the calendar, or has not begun (UTC)
   */
  settlementFile({ date, format }: SettlementFileParams, options?: CallOptions): Promise<string> {
    const path = pathWithQuery('/api/merchant/report/settlement', { date, format });
    return this.#gateway.fetchFile({ path, mediaType: 'text/csv' }, options);
  }
}
