import type { PaymentInstructions } from '../../../../domain/attempt/payment-attempt.ts';
import type { AdyenAmount } from './adyen-amounts.ts';

/** The maximum length of the text in a QR code. A longer code is not shown. A Pix code has a few hundred characters. */
const LONGEST_CODE = 1_024;
/** The longest value that is shown for a bank transfer: a name or a reference. */
const LONGEST_VALUE = 140;

/**
 * Reads an action of Adyen that tells the consumer how to pay elsewhere, for example at a bank (`CheckoutQrCodeAction` and
 * `CheckoutBankTransferAction` in `json/CheckoutService-v72.json`). Returns undefined if the action is of another type, lacks a
 * part, or asks for another amount.
 */
export function instructionsOf(
  action: Readonly<Record<string, unknown>>,
  amount: AdyenAmount,
): PaymentInstructions | undefined {
  switch (action.type) {
    case 'qrCode': {
      const qr = textOf(action.qrCodeData, LONGEST_CODE);
      return qr === undefined ? undefined : { qr };
    }
    case 'bankTransfer': {
      const [accountHolder, iban, bic, reference] = [
        action.beneficiary,
        action.iban,
        action.bic,
        action.reference,
      ].map((value) => textOf(value, LONGEST_VALUE));
      const isOfAmount = action.totalAmount === undefined || isSame(action.totalAmount, amount);
      // Adyen finds the payment by the account or by the reference, so an answer that contains neither is useless.
      if (iban === undefined || reference === undefined || !isOfAmount) return undefined;
      return { iban, reference, ...(accountHolder && { accountHolder }), ...(bic && { bic }) };
    }
    default:
      return undefined;
  }
}

function textOf(value: unknown, longest: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined;
}

function isSame(total: unknown, { value, currency }: AdyenAmount): boolean {
  const stated = (total ?? {}) as Partial<AdyenAmount>;
  return stated.value === value && stated.currency === currency;
}
