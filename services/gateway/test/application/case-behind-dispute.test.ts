import { expect, test } from 'vitest';
import { money } from '../builders/orders.ts';
import { reportedPayment } from '../in-memory/reported-payment.ts';

test('the last case of a dispute whose reports disagree says why it cannot be settled while another dispute is open', async () => {
  const { attemptId, pay, tell, gateway, onlyCase } = await reportedPayment();
  await pay('P1');
  const dispute = (channelReference: string, kind: 'opened' | 'won', minor: number) =>
    tell({ kind: 'dispute', attemptId, report: { channelReference, kind, amount: money(minor) } });
  await dispute('D1', 'opened', 4_000);
  await dispute('D2', 'opened', 6_000);
  const { caseId: first } = await onlyCase('result_set_aside');
  await dispute('D2', 'won', 1_000);
  expect(await gateway.settleCase(first, 'Seen.')).toMatchObject({ kind: 'settled' });
  const { caseId } = await onlyCase('result_set_aside');
  expect(await gateway.settleCase(caseId, 'Seen.')).toEqual({
    kind: 'refused',
    name: 'CASE_NOT_SETTLEABLE',
    detail: `The case ${caseId} is about the dispute D2, whose reports disagree. The order cannot follow this dispute while its dispute D1 is open. Wait until that dispute has ended, or conclude it if it has ended at the channel. Then look at the order again. Look in the channel’s own record at how D2 ended, and conclude it as won or lost. Then settle the case.`,
  });
});
