import * as contracts from '@kassa/contracts';
import { writeDeclarations } from '@kassa/contracts/declarations';

/** The contract types that the declarations of the SDK name; what its public interface does not is left out. */
export function writeContractTypes(): string {
  return writeDeclarations(
    {
      CardInput: contracts.CardInput,
      CheckoutOrder: contracts.CheckoutOrder,
      InitCheckoutResult: contracts.InitCheckoutResult,
      PaymentMethod: contracts.PaymentMethod,
      PaymentStatus: contracts.PaymentStatus,
      SubmitPaymentRequest: contracts.SubmitPaymentRequest,
      SubmitPaymentResult: contracts.SubmitPaymentResult,
    },
    {
      ChannelType: contracts.channelTypes,
      DeclineCategory: contracts.declineCategories,
      ErrorName: contracts.errorNames,
      PaymentRenderType: contracts.renderTypes,
    },
  );
}
