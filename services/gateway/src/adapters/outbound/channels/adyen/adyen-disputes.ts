import type { DisputeCategory } from '@kassa/contracts';
import type { DisputeReport } from '../../../../domain/dispute/dispute.ts';
import { fromDisputedAmount } from './adyen-amounts.ts';
import type { AdyenMode } from './adyen-credentials.ts';
import { type Meaning, meanings } from './adyen-meanings.ts';
import type { AdyenEvent } from './adyen-notifications.ts';

/**
 * Reads an event about a dispute ("Dispute webhooks" in Adyen's documentation).
 *
 * An event that contains the payment's reference also contains the dispute's reference. By default, some events contain neither
 * of them, but only a separate reference: CHARGEBACK_REVERSED, SECOND_CHARGEBACK and the events of arbitration. A setting of
 * the account makes all events contain both. With either setting, Adyen may report an ended dispute as open again.
 *
 * Adyen signs neither the status of a dispute nor its deadline. A status can still end a dispute as lost, because nothing else
 * reports the end of some disputes. The bank already has that money, so no sum changes. A status never ends a dispute as won,
 * because the merchant could then refund money that the bank still has. Only a signed event code can do that.
 *
 * @returns undefined if the event does not show the dispute's state or its amount
 */
export function readDispute(event: AdyenEvent, meaning: Meaning, mode: AdyenMode): DisputeReport | undefined {
  const amount = fromDisputedAmount(event.amount);
  const kind = outcomeOf(event, meaning);
  if (amount === undefined || kind === undefined) return undefined;
  const respondBy = deadlineOf(event);
  const reason = reasonOf(event);
  return {
    channelReference: event.pspReference,
    amount,
    kind,
    ...stageOf(event),
    ...(event.originalReference === '' ? { keyedBy: 'payment' } : { mayReopen: true }),
    ...(kind === 'opened' && meaning === 'dispute_announced' && { isAnnouncement: true }),
    ...(kind === 'opened' && respondBy && { respondBy }),
    ...(reason && { reason }),
    ...(event.originalReference !== '' && { channelUrl: pageOf(event.originalReference, mode) }),
  };
}

/** Only the event's code shows the stage, because the events of all stages have the reference of the same dispute. */
function stageOf({ eventCode }: AdyenEvent): Pick<DisputeReport, 'stage'> {
  if (eventCode.startsWith('PREARBITRATION_')) return { stage: 'pre_arbitration' };
  return eventCode.startsWith('SCHEME_ARBITRATION') ? { stage: 'arbitration' } : {};
}

export function isDispute(eventCode: string): boolean {
  const meaning = Object.hasOwn(meanings, eventCode) ? meanings[eventCode] : undefined;
  return typeof meaning === 'string' && meaning.startsWith('dispute_');
}

function outcomeOf(event: AdyenEvent, meaning: Meaning): DisputeReport['kind'] | undefined {
  const { disputeStatus } = event.additionalData;
  switch (meaning) {
    case 'dispute_won':
      return 'won';
    case 'dispute_lost':
      return isAnswered(event) ? 'opened' : 'lost';
    case 'dispute_opened':
      return isLost(event) ? 'lost' : 'opened';
    case 'dispute_announced':
      return 'opened';
    case 'dispute_by_status':
      return disputeStatus === 'Lost' || disputeStatus === 'Accepted' ? 'lost' : undefined;
    default:
      return undefined;
  }
}

/**
 * Whether the merchant answered before the deadline. In this case, the dispute continues. Even if the status says that the
 * dispute is already won, it continues until a signed event code says the same.
 */
function isAnswered({ eventCode, additionalData: { disputeStatus = '' } }: AdyenEvent): boolean {
  const isNotLost = ['Pending', 'Responded', 'Won'].includes(disputeStatus);
  return eventCode === 'DISPUTE_DEFENSE_PERIOD_ENDED' && isNotLost;
}

/**
 * Whether the bank keeps the money: the dispute is lost or accepted, or nobody can defend it. If Adyen itself defends a
 * dispute, it also reports the dispute as not defendable. Only the event CHARGEBACK contains all these details; later events do
 * not repeat them.
 */
function isLost({ eventCode, additionalData }: AdyenEvent): boolean {
  const { disputeStatus, defendable, autoDefended } = additionalData;
  if (disputeStatus === 'Lost' || disputeStatus === 'Accepted') return true;
  const mayGoOn = disputeStatus === 'Pending' || disputeStatus === 'Responded' || autoDefended === 'true';
  return eventCode === 'CHARGEBACK' && defendable === 'false' && !mayGoOn;
}

/**
 * The longest plausible deadline. Banks give much less time for an answer. A later deadline is ignored. Otherwise, nobody would
 * notice before that deadline that the dispute has no outcome.
 */
const LONGEST_DEADLINE_MS = 366 * 24 * 3_600_000;

function deadlineOf({ additionalData: { defensePeriodEndsAt = '' } }: AdyenEvent): Date | undefined {
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})$/.test(defensePeriodEndsAt);
  const moment = new Date(isTime ? defensePeriodEndsAt : Number.NaN);
  return moment.getTime() <= Date.now() + LONGEST_DEADLINE_MS ? moment : undefined;
}

/** The payment's page in the Customer Area, which shows its disputes. */
function pageOf(paymentReference: string, mode: AdyenMode): string {
  const query = new URLSearchParams({ pspReference: paymentReference, txType: 'Payment' });
  return `https://ca-${mode}.adyen.com/ca/ca/accounts/showTx.shtml?${query}`;
}

const categoriesByScheme: Readonly<Record<string, readonly (readonly [RegExp, DisputeCategory])[]>> = {
  visa: [
    [/^10\./, 'fraudulent'],
    [/^11\./, 'processing_error'],
    [/^12\.6/, 'duplicate'],
    [/^12\./, 'processing_error'],
    [/^13\.(1|9)$/, 'not_received'],
    [/^13\.2$/, 'cancelled_subscription'],
    [/^13\.(3|4|5)$/, 'not_as_described'],
    [/^13\.(6|7)$/, 'credit_not_processed'],
  ],
  mc: [
    [/^(4837|4840|4849|4863|4870|4871|7030)$/, 'fraudulent'],
    [/^4834$/, 'duplicate'],
    [/^(4853|7080)$/, 'not_as_described'],
    [/^4841$/, 'cancelled_subscription'],
    [/^4855$/, 'not_received'],
    [/^4860$/, 'credit_not_processed'],
    [/^(4808|4812|4831|4842|4846|4850|4854)$/, 'processing_error'],
  ],
  amex: [
    [/^F(R|1|2|3)/, 'fraudulent'],
    [/^C08$/, 'not_received'],
    [/^C(31|32)$/, 'not_as_described'],
    [/^C(02|04|05|18)$/, 'credit_not_processed'],
    [/^C28$/, 'cancelled_subscription'],
    [/^(C14|P08)$/, 'duplicate'],
    [/^(A|P)\d/, 'processing_error'],
  ],
};

/** Why the consumer disputes the payment. The numbers are those of the card schemes ("Dispute reason codes"). */
function reasonOf({ additionalData }: AdyenEvent): DisputeReport['reason'] {
  const code = additionalData.chargebackReasonCode?.trim() ?? '';
  // Genuine codes are short. A longer string may be anything, even a card number.
  if (!/^[\w.:-]{1,11}$/.test(code)) return undefined;
  const scheme = additionalData.chargebackSchemeCode ?? '';
  const rows = Object.hasOwn(categoriesByScheme, scheme) ? categoriesByScheme[scheme] : undefined;
  return { category: rows?.find(([pattern]) => pattern.test(code))?.[1] ?? 'general', code };
}
