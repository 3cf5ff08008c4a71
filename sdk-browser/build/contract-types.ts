import * as contracts from '@kassa/contracts';
import { writeDeclarations } from '@kassa/contracts/declarations';

/**
 * Writes the contract types that the SDK's type declarations use. Types that the public interface does not use are left out.
 */
export function writeContractTypes(): string {
  return writeDeclarations(
    {
      CardInput: contracts.CardInput,
      CheckoutAction: contracts.CheckoutAction,
      CheckoutOrder: contracts.CheckoutOrder,
      CheckoutReceipt: contracts.CheckoutReceipt,
      InitCheckoutResult: contracts.InitCheckoutResult,
      PaymentInstructions: contracts.PaymentInstructions,
      ExpressPayment: contracts.ExpressPayment,
      PaymentMethod: contracts.PaymentMethod,
      PaymentStatus: contracts.PaymentStatus,
      SubmitPaymentRequest: contracts.SubmitPaymentRequest,
      SubmitPaymentResult: contracts.SubmitPaymentResult,
    },
    {
      DeclineCategory: {
        description: 'Why a payment failed, as far as the consumer may know.',
        values: contracts.declineCategories,
      },
      ErrorName: { description: 'The name of an error of the gateway.', values: contracts.errorNames },
      PaymentRenderType: {
        description: 'How a method is shown and paid with.',
        values: contracts.renderTypes,
      },
    },
  );
}
