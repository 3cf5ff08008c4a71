import { expect } from 'vitest';
import type { ChannelNotification } from '../../src/ports/channel-callback.ts';
import { money } from '../builders/orders.ts';
import { rawCallback } from './fake-callbacks.ts';
import { newSurroundings } from './surroundings.ts';
import { TestGateway } from './test-gateway.ts';

/** The amount of the order. */
export const EVERYTHING = money(10_000);

/** A gateway with an order whose attempt is submitted, and ways to report about the attempt. */
export async function reportedPayment() {
  const surroundings = newSurroundings();
  const gateway = new TestGateway(surroundings);
  const merchant = await gateway.merchant();
  const { orderId, attempts } = await gateway.submitted(merchant);
  const attemptId = attempts[0]?.attemptId ?? '';
  let events = 0;
  const tell = async (notification: ChannelNotification) => {
    events += 1;
    const callback = rawCallback({ callbackId: `evt_${events}`, notification });
    await gateway.receiveCallback.execute('Sandbox', callback);
    await gateway.settle();
  };
  const pay = (paymentReference: string, paid = EVERYTHING) =>
    tell({ kind: 'payment', attemptId, result: { kind: 'succeeded', paid, card: null, paymentReference } });
  const order = () => gateway.order(orderId);
  const onlyCase = async (kind: string) => {
    const { cases } = await gateway.listCases.execute({ kind: null, after: null, limit: 100 });
    expect(cases.map((each) => each.kind)).toEqual([kind]);
    return cases[0] ?? { caseId: '', detail: '' };
  };
  /** Settles the only open case, and returns its text. */
  const settleOnly = async () => {
    const { caseId, detail } = await onlyCase('result_set_aside');
    expect(await gateway.settleCase(caseId, 'Seen in the Customer Area.')).toMatchObject({ kind: 'settled' });
    return detail;
  };
  return { surroundings, gateway, merchant, attemptId, tell, pay, order, onlyCase, settleOnly };
}
