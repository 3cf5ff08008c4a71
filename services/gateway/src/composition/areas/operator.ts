import { BackgroundWork } from '../../application/background-work.ts';
import { ChangeOrder } from '../../application/change-order.ts';
import { ApplyPaymentResult } from '../../application/channels/apply-payment-result.ts';
import { CancelAttempt } from '../../application/channels/cancel-attempt.ts';
import { CaptureAttempt } from '../../application/channels/capture-attempt.ts';
import { ExecuteRefund } from '../../application/channels/execute-refund.ts';
import { AskAboutAttempt } from '../../application/operator/ask-about-attempt.ts';
import { CancelRefund } from '../../application/operator/cancel-refund.ts';
import { ConcludeDispute } from '../../application/operator/conclude-dispute.ts';
import { ConcludeRefund } from '../../application/operator/conclude-refund.ts';
import { ListAuditEntries } from '../../application/operator/list-audit-entries.ts';
import { ListCases } from '../../application/operator/list-cases.ts';
import { RecordOperatorChange } from '../../application/operator/record-operator-change.ts';
import { RepeatReturn } from '../../application/operator/repeat-return.ts';
import { ResumeParkedWork } from '../../application/operator/resume-parked-work.ts';
import { SettleCase } from '../../application/operator/settle-case.ts';
import { ShowOrder } from '../../application/operator/show-order.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** What operators look at and decide, and the audit log of it. */
export const operator = area((bind) => {
  const { channels, clock, events, orders } = tokens;
  bind(ListCases, { orders, inbox: tokens.inbox });
  bind(SettleCase, { change: ChangeOrder, clock });
  bind(ResumeParkedWork, { orders, inbox: tokens.inbox, clock });
  bind(ShowOrder, { orders, events });
  bind(AskAboutAttempt, {
    orders,
    channels,
    captureAttempt: CaptureAttempt,
    cancelAttempt: CancelAttempt,
    applyResult: ApplyPaymentResult,
  });
  bind(CancelRefund, { change: ChangeOrder, clock });
  bind(ConcludeRefund, { change: ChangeOrder, clock });
  bind(ConcludeDispute, { change: ChangeOrder, clock });
  bind(RepeatReturn, {
    change: ChangeOrder,
    executeRefund: ExecuteRefund,
    background: BackgroundWork,
    clock,
  });
  bind(RecordOperatorChange, { audit: tokens.audit, clock });
  bind(ListAuditEntries, { audit: tokens.audit });
});
