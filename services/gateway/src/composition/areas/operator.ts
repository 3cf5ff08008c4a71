import { BackgroundWork } from '../../application/background-work.ts';
import { ChangeOrder } from '../../application/change-order.ts';
import { CancelAtChannel } from '../../application/channels/cancel-at-channel.ts';
import { CaptureAtChannel } from '../../application/channels/capture-at-channel.ts';
import { ExecuteRefund } from '../../application/channels/execute-refund.ts';
import { StorePaymentResult } from '../../application/channels/store-payment-result.ts';
import { AskAboutAttempt } from '../../application/operator/ask-about-attempt.ts';
import { AuditChanges } from '../../application/operator/audit-changes.ts';
import { CopyAuditHead } from '../../application/operator/copy-audit-head.ts';
import { DescribeObjects } from '../../application/operator/describe-objects.ts';
import { IdentifyOperator } from '../../application/operator/identify-operator.ts';
import { ListCases } from '../../application/operator/list-cases.ts';
import { ManageCases } from '../../application/operator/manage-cases.ts';
import { ManageCustomerData } from '../../application/operator/manage-customer-data.ts';
import { ManageDisputes } from '../../application/operator/manage-disputes.ts';
import { ManageOperatorTokens } from '../../application/operator/manage-operator-tokens.ts';
import { ManageRefunds } from '../../application/operator/manage-refunds.ts';
import { ShowOrder } from '../../application/operator/show-order.ts';
import { VerifyAuditLog } from '../../application/operator/verify-audit-log.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/**
 * Registers the use cases for operators in the composition: listing and resolving cases, managing refunds and disputes,
 * operators' tokens, and the audit log of operators' changes.
 */
export const operator = area((bind) => {
  const { bootstrapToken, channels, clock, events, operatorTokens, orders } = tokens;
  bind(ListCases, { orders, inbox: tokens.inbox });
  bind(ManageCases, { change: ChangeOrder, orders, inbox: tokens.inbox, clock });
  bind(ShowOrder, { orders, events });
  bind(AskAboutAttempt, {
    orders,
    channels,
    captureAtChannel: CaptureAtChannel,
    cancelAtChannel: CancelAtChannel,
    storeResult: StorePaymentResult,
  });
  bind(ManageRefunds, {
    change: ChangeOrder,
    executeRefund: ExecuteRefund,
    background: BackgroundWork,
    clock,
  });
  bind(ManageDisputes, { change: ChangeOrder, clock });
  bind(ManageCustomerData, { orders, change: ChangeOrder, clock });
  bind(ManageOperatorTokens, { operatorTokens, bootstrapToken, randomness: tokens.randomness, clock });
  bind(IdentifyOperator, { operatorTokens, bootstrapToken, clock });
  bind(DescribeObjects, {
    merchants: tokens.merchants,
    accounts: tokens.channelAccounts,
    orders,
    operatorTokens,
  });
  bind(AuditChanges, { audit: tokens.audit, clock, describe: DescribeObjects });
  bind(VerifyAuditLog, { audit: tokens.audit });
  bind(CopyAuditHead, { audit: tokens.audit, copies: tokens.auditHeadCopies, clock });
});
