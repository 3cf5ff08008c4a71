import * as contracts from '@kassa/contracts';
import { writeDeclarations } from '@kassa/contracts/declarations';

/** Writes the contract types that the SDK's public interface uses. */
export function writeContractTypes(): string {
  return writeDeclarations(
    {
      CreatePaymentRequest: contracts.CreatePaymentRequest,
      CreatePaymentResult: contracts.CreatePaymentResult,
      ErrorInfo: contracts.ErrorInfo,
      EventListQuery: contracts.EventListQuery,
      EventListResult: contracts.EventListResult,
      EventResendResult: contracts.EventResendResult,
      FieldError: contracts.FieldError,
      LoggedEvent: contracts.LoggedEvent,
      OrderListQuery: contracts.OrderListQuery,
      OrderListResult: contracts.OrderListResult,
      PaymentQueryResult: contracts.PaymentQueryResult,
      Product: contracts.Product,
      RefundQueryResult: contracts.RefundQueryResult,
      RefundRequest: contracts.RefundRequest,
      RefundResult: contracts.RefundResult,
      SandboxTriggerRequest: contracts.SandboxTriggerRequest,
      SandboxTriggerResult: contracts.SandboxTriggerResult,
      SettlementReport: contracts.SettlementReport,
      SettlementTotals: contracts.SettlementTotals,
      WebhookEvent: contracts.WebhookEvent,
    },
    {
      ErrorName: { description: 'The name of an error of the gateway.', values: contracts.errorNames },
      EventType: { description: 'What a webhook event is about.', values: contracts.eventTypes },
      SandboxTrigger: {
        description: 'What a tester can make happen in the sandbox.',
        values: contracts.sandboxTriggers,
      },
      SettlementFileFormat: {
        description: 'What a file of a settlement report has in its rows.',
        values: contracts.settlementFileFormats,
      },
    },
  );
}
