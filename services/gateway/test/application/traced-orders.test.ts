import { expect, test } from 'vitest';
import { cards } from '../in-memory/fake-channel.ts';
import { RecordedTracing } from '../in-memory/recorded-tracing.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

function bench() {
  const tracing = new RecordedTracing();
  const surroundings = newSurroundings();
  const gateway = new TestGateway(surroundings, { tracing });
  const stepsNamed = (name: string) => tracing.steps.filter((step) => step.name === name);
  const asStep = <Result>(name: string, work: () => Promise<Result>) =>
    tracing.step({ name, kind: 'serves', facts: {} }, work);
  return { tracing, surroundings, gateway, stepsNamed, asStep };
}

test('an order keeps the position of its creation, and each change of it links there', async () => {
  const { gateway, stepsNamed, asStep } = bench();
  const merchant = await gateway.merchant();
  const { trace, orderId } = await asStep('create', () => gateway.created(merchant));
  expect(trace).toBe('create 1');
  await gateway.initialise.execute(await gateway.order(orderId), 'card');
  expect(stepsNamed('change order').length).toBeGreaterThan(0);
  for (const { links } of stepsNamed('change order')) expect(links).toEqual(['create 1']);
  expect((await gateway.order(orderId)).trace).toBe('create 1');
});

test('an event keeps the position of the change that caused it, and its delivery belongs there', async () => {
  const { gateway, surroundings, stepsNamed, asStep } = bench();
  const merchant = await gateway.merchant();
  const { orderId } = await asStep('pay', () => gateway.paid(merchant));
  const events = await surroundings.events.listOfOrder(orderId);
  const deliveries = stepsNamed('deliver webhook');
  expect(events).toHaveLength(2);
  expect(deliveries.map(({ belongsTo }) => belongsTo)).toEqual(
    events.map(({ trace }) => ({ position: trace })),
  );
  expect(new Set(events.map(({ trace }) => trace)).size).toBe(2);
  for (const { trace } of events) expect(trace).toMatch(/^change order /);
});

test('decisions that share a write each keep their own position', async () => {
  const { gateway, surroundings, asStep, stepsNamed } = bench();
  const merchant = await gateway.merchant();
  const order = await gateway.paid(merchant);
  const refund = (transactionId: string) =>
    asStep(transactionId, () =>
      gateway.acceptRefund.execute(merchant.merchantId, {
        transactionId,
        originalTransactionId: order.merchantTransactionId,
        amount: { amountMinor: 1_000, currency: 'USD' },
        refundTime: null,
        reason: null,
        remark: null,
      }),
    );
  await Promise.all([refund('R1'), refund('R2')]);
  await gateway.attendAfter(60);
  const positions = (await surroundings.events.listOfOrder(order.orderId)).map(({ trace }) => trace);
  const changes = stepsNamed('change order').map(({ position }) => position);
  expect(positions.every((trace) => trace !== undefined && changes.includes(trace))).toBe(true);
  expect(new Set(positions).size).toBe(positions.length);
});

test('the events of an order that was recorded belong to its creation if their own cause is not recorded', async () => {
  const { gateway, surroundings, tracing, asStep } = bench();
  const merchant = await gateway.merchant();
  const { orderId } = await asStep('create', () => gateway.created(merchant));
  const order = await gateway.order(orderId);
  tracing.isRecording = false;
  await gateway.initialise.execute(order, 'card');
  await gateway.submit.execute(await gateway.order(orderId), cards.succeeds);
  await gateway.settle();
  expect((await surroundings.events.listOfOrder(orderId)).map(({ trace }) => trace)).toEqual(['create 1']);
});

test('an order that was stored without a position is paid beside one that has it', async () => {
  const { gateway, surroundings, tracing, stepsNamed, asStep } = bench();
  const merchant = await gateway.merchant();
  tracing.isRecording = false;
  const [stored, recent] = [{ merchantTransactionId: 'stored' }, { merchantTransactionId: 'recent' }];
  const old = await gateway.created(merchant, stored);
  tracing.isRecording = true;
  const fresh = await asStep('create', () => gateway.created(merchant, recent));
  expect(old).not.toHaveProperty('trace');
  await Promise.all([stored, recent].map((payment) => asStep('pay', () => gateway.paid(merchant, payment))));

  for (const { orderId } of [old, fresh]) {
    expect((await gateway.order(orderId)).state).toBe('PAY_SUCCESS');
    const changes = stepsNamed('change order').filter(({ facts }) => facts.orderId === orderId);
    expect(changes.length).toBeGreaterThan(0);
    const ownCreation = orderId === fresh.orderId ? [fresh.trace] : [];
    expect(changes.map(({ links }) => links)).toEqual(changes.map(() => ownCreation));
    const events = await surroundings.events.listOfOrder(orderId);
    expect(events.map(({ type }) => type)).toContain('order.payment.succeeded');
    const positions = changes.map(({ position }) => position);
    expect(events.map(({ trace }) => trace).filter((trace) => !positions.includes(String(trace)))).toEqual(
      [],
    );
  }
  expect(await gateway.order(old.orderId)).not.toHaveProperty('trace');
});

test('without tracing, nothing is stored', async () => {
  const gateway = new TestGateway();
  const order = await gateway.paid(await gateway.merchant());
  const [event] = await gateway.surroundings.events.listOfOrder(order.orderId);
  expect(order).not.toHaveProperty('trace');
  expect(event).not.toHaveProperty('trace');
});
