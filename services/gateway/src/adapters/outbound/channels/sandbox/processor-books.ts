import { orderIdOf } from '../../../../domain/order/order-identifiers.ts';
import type { NamedLine, StatementLine } from '../../../../domain/reconciliation/statement-line.ts';
import type { TimeSpan } from '../../../../domain/time-span.ts';
import type { ChannelStatement } from '../../../../ports/payment-channel.ts';
import { detailOf, type ProcessorAnswer } from '../sandbox-processor/processor-connection.ts';
import type { ProcessorClient } from './processor-client.ts';
import { disputeStates } from './processor-mapping.ts';
import type { ProcessorDispute, ProcessorPaymentPage, ProcessorRefundPage } from './processor-messages.ts';

/**
 * The largest number of pages of a list to read. A day in the sandbox has far fewer. The limit ends the reading of an endless
 * list before it fills the memory.
 */
const MOST_PAGES = 1_000;

/** Reads the payments, refunds and disputes that the sandbox processor lists for a span of time, page by page. */
export async function readBooks(client: ProcessorClient, span: TimeSpan): Promise<ChannelStatement> {
  const lines: StatementLine[] = [];
  const detail =
    (await readPages(
      (after) => client.listPayments(span, after),
      ({ payments }) => lines.push(...payments.flatMap(paymentLine).map(ownOrForeign)),
    )) ??
    (await readPages(
      (after) => client.listRefunds(span, after),
      ({ refunds }) => lines.push(...refunds.map(refundLine).map(ownOrForeign)),
    )) ??
    (await readPages(
      (after) => client.listDisputes(span, after),
      ({ disputes }) => lines.push(...disputes.map(disputeLine).map(ownOrForeign)),
    ));
  return detail === undefined ? { kind: 'statement', lines } : { kind: 'unavailable', detail };
}

/** Reads all pages of a list. Returns undefined, or a text that says why a page could not be read. */
async function readPages<Page extends { readonly next: string | null }>(
  readPage: (after: string | null) => Promise<ProcessorAnswer<Page>>,
  take: (page: Page) => void,
): Promise<string | undefined> {
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await readPage(after);
    if (answer.kind !== 'ok') return detailOf(answer);
    take(answer.body);
    after = answer.body.next;
    if (after === null) return undefined;
  }
  return `its list is longer than ${MOST_PAGES} pages`;
}

const paymentStates = {
  requires_action: 'pending',
  processing: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

/** Returns the statement line of a payment. A payment for which the consumer has submitted nothing gets no line. */
function paymentLine(payment: ProcessorPaymentPage['payments'][number]): readonly NamedLine[] {
  if (payment.status === 'created') return [];
  return [
    {
      subject: 'payment',
      reference: payment.reference,
      channelReference: payment.id,
      amount: { amountMinor: payment.amount_minor, currency: payment.currency },
      state: paymentStates[payment.status],
      at: new Date(payment.status_at),
    },
  ];
}

function refundLine(refund: ProcessorRefundPage['refunds'][number]): NamedLine {
  return {
    subject: 'refund',
    reference: refund.reference,
    channelReference: refund.id,
    amount: { amountMinor: refund.amount_minor, currency: refund.currency },
    state: refund.status,
    at: new Date(refund.updated_at),
  };
}

function disputeLine(dispute: ProcessorDispute): NamedLine {
  return {
    subject: 'dispute',
    reference: dispute.payment_reference,
    channelReference: dispute.id,
    amount: { amountMinor: dispute.amount_minor, currency: dispute.currency },
    state: disputeStates[dispute.status],
    at: new Date(dispute.updated_at),
  };
}

/**
 * Sets the reference of a statement line to null if it is not one of the gateway's IDs. Such a line belongs to somebody else
 * who uses the same account at the processor.
 */
function ownOrForeign(line: NamedLine): StatementLine {
  const { reference, channelReference } = line;
  return orderIdOf(reference) === undefined ? { reference: null, channelReference } : line;
}
