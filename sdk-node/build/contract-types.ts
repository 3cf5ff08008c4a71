import * as contracts from '@kassa/contracts';
import { writeDeclarations } from '@kassa/contracts/declarations';

/** The contract types that the public interface of the SDK names. */
export function writeContractTypes(): string {
  return writeDeclarations(
    {
      CreatePaymentRequest: contracts.CreatePaymentRequest,
      CreatePaymentResult: contracts.CreatePaymentResult,
      FieldError: contracts.FieldError,
      PaymentQueryResult: contracts.PaymentQueryResult,
      Product: contracts.Product,
      RefundQueryResult: contracts.RefundQueryResult,
      RefundRequest: contracts.RefundRequest,
      RefundResult: contracts.RefundResult,
      WebhookEvent: contracts.WebhookEvent,
    },
    { ErrorName: contracts.errorNames, EventType: contracts.eventTypes },
  );
}
