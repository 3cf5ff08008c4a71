import type { DeclineCategory } from '@kassa/contracts';
import type { AttemptFailure } from '../../../../domain/attempt/payment-attempt.ts';

interface Refusal {
  readonly code: string;
  readonly reason: string;
  readonly category: DeclineCategory;
}

/**
 * What a consumer is shown for each of Adyen's refusal reasons ("Refusal reasons" in Adyen's documentation). If the true reason
 * would help a thief, the consumer learns only that the payment was declined, for example for a lost card, a blocked card or
 * suspected fraud.
 */
export const refusals: readonly Refusal[] = [
  { code: '2', reason: 'Refused', category: 'declined' },
  { code: '3', reason: 'Referral', category: 'declined' },
  { code: '4', reason: 'Acquirer Error', category: 'processing_error' },
  { code: '5', reason: 'Blocked Card', category: 'declined' },
  { code: '6', reason: 'Expired Card', category: 'expired_card' },
  { code: '7', reason: 'Invalid Amount', category: 'try_another_method' },
  { code: '8', reason: 'Invalid Card Number', category: 'try_another_method' },
  { code: '9', reason: 'Issuer Unavailable', category: 'processing_error' },
  { code: '10', reason: 'Not supported', category: 'try_another_method' },
  { code: '11', reason: '3D Not Authenticated', category: 'authentication_failed' },
  { code: '12', reason: 'Not enough balance', category: 'insufficient_funds' },
  { code: '14', reason: 'Acquirer Fraud', category: 'declined' },
  { code: '15', reason: 'Cancelled', category: 'cancelled_at_processor' },
  { code: '16', reason: 'Shopper Cancelled', category: 'cancelled_at_processor' },
  { code: '17', reason: 'Invalid Pin', category: 'authentication_failed' },
  { code: '18', reason: 'Pin tries exceeded', category: 'declined' },
  { code: '19', reason: 'Pin validation not possible', category: 'authentication_failed' },
  { code: '20', reason: 'FRAUD', category: 'declined' },
  { code: '21', reason: 'Not Submitted', category: 'processing_error' },
  { code: '22', reason: 'FRAUD-CANCELLED', category: 'declined' },
  { code: '23', reason: 'Transaction Not Permitted', category: 'try_another_method' },
  { code: '24', reason: 'CVC Declined', category: 'incorrect_cvc' },
  { code: '25', reason: 'Restricted Card', category: 'declined' },
  { code: '26', reason: 'Revocation Of Auth', category: 'declined' },
  { code: '27', reason: 'Declined Non Generic', category: 'declined' },
  { code: '28', reason: 'Withdrawal amount exceeded', category: 'insufficient_funds' },
  { code: '29', reason: 'Withdrawal count exceeded', category: 'insufficient_funds' },
  { code: '31', reason: 'Issuer Suspected Fraud', category: 'declined' },
  { code: '32', reason: 'AVS Declined', category: 'declined' },
  { code: '33', reason: 'Card requires online pin', category: 'try_another_method' },
  { code: '34', reason: 'No checking account available on Card', category: 'try_another_method' },
  { code: '35', reason: 'No savings account available on Card', category: 'try_another_method' },
  { code: '36', reason: 'Mobile pin required', category: 'authentication_failed' },
  { code: '37', reason: 'Contactless fallback', category: 'try_another_method' },
  { code: '38', reason: 'Authentication required', category: 'authentication_failed' },
  { code: '39', reason: 'RReq not received from DS', category: 'authentication_failed' },
  { code: '40', reason: 'Current AID is in Penalty Box.', category: 'processing_error' },
  { code: '41', reason: 'CVM Required Restart Payment', category: 'try_another_method' },
  { code: '42', reason: '3DS Authentication Error', category: 'authentication_failed' },
  { code: '43', reason: 'Online PIN required', category: 'try_another_method' },
  { code: '44', reason: 'Try another interface', category: 'try_another_method' },
  { code: '45', reason: 'Chip downgrade mode', category: 'try_another_method' },
  {
    code: '46',
    reason: 'Transaction blocked by Adyen to prevent excessive retry fees',
    category: 'declined',
  },
];

const normal = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const byCode = new Map(refusals.map((refusal) => [refusal.code, refusal]));
const byReason = new Map(refusals.map((refusal) => [normal(refusal.reason), refusal]));

/**
 * Translates a refusal by Adyen. The merchant gets Adyen's own words. The consumer gets the category from the table `refusals`;
 * for a reason that is not in the table, the category is `declined`.
 */
export function failureOf(said: {
  readonly refusalReason?: string | null | undefined;
  readonly refusalReasonCode?: string | null | undefined;
}): AttemptFailure {
  const reason = said.refusalReason?.trim() ?? '';
  const known = byCode.get(said.refusalReasonCode ?? '') ?? byReason.get(normal(reason));
  return {
    code: known?.code ?? said.refusalReasonCode ?? 'refused',
    message: reason || (known?.reason ?? 'The payment was refused.'),
    category: known?.category ?? 'declined',
  };
}
