import { compileValidator, WebhookEvent } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import { latest, succeeded } from '../builders/orders.ts';
import { rawCallback } from '../in-memory/fake-callbacks.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const readEvent = compileValidator(WebhookEvent);

describe('an event', () => {
  test('if the process dies right after it has changed an order, the event of the change stays stored in the order, and another instance moves it to the event log (faults 2, 14)', async () => {
    const surroundings = newSurroundings();
    const [dying, other] = [new TestGateway(surroundings, { dies: true }), new TestGateway(surroundings)];
    const merchant = await other.merchant();
    const order = await dying.submitted(merchant);
    expect(order.outbox.map(({ type }) => type)).toEqual(['order.payment.processing']);
    expect(await other.types(order.orderId)).toEqual([]);
    await other.attendAfter(3);
    expect(await other.types(order.orderId)).toEqual(['order.payment.processing']);
    expect((await other.order(order.orderId)).outbox).toEqual([]);
    expect(surroundings.sender.sent).toHaveLength(1);
  });

  test('is relayed once when the process died between copying and forgetting', async () => {
    const surroundings = newSurroundings();
    const { orders } = surroundings;
    const forgetful = {
      insert: orders.insert.bind(orders),
      find: orders.find.bind(orders),
      save: orders.save.bind(orders),
      unloggedSince: orders.unloggedSince.bind(orders),
      findOpenedAt: orders.findOpenedAt.bind(orders),
      findByPayment: orders.findByPayment.bind(orders),
      findByOpening: orders.findByOpening.bind(orders),
      firstToAttend: orders.firstToAttend.bind(orders),
      listDue: orders.listDue.bind(orders),
      putOff: orders.putOff.bind(orders),
      listWithCases: orders.listWithCases.bind(orders),
      findParked: orders.findParked.bind(orders),
      resume: orders.resume.bind(orders),
      listOfMerchant: orders.listOfMerchant.bind(orders),
      listRefundsOf: orders.listRefundsOf.bind(orders),
      withMoneyMoved: orders.withMoneyMoved.bind(orders),
      forgetRelayedEvents: async () => {},
    };
    const dying = new TestGateway({ ...surroundings, orders: forgetful });
    const other = new TestGateway(surroundings);
    const order = await dying.submitted(await other.merchant());
    expect(order.outbox).toHaveLength(1);
    await other.attendAfter(3);
    expect((await other.order(order.orderId)).outbox).toEqual([]);
    expect(await other.types(order.orderId)).toEqual(['order.payment.processing']);
    expect(surroundings.sender.sent).toHaveLength(1);
  });

  test('that cannot be logged stays in its order, with an alert', async () => {
    const surroundings = newSurroundings();
    let isDown = true;
    const { events } = surroundings;
    const append = events.append.bind(events);
    events.append = async (event) => {
      if (isDown) throw new Error('down');
      return append(event);
    };
    const gateway = new TestGateway(surroundings);
    const order = await gateway.submitted(await gateway.merchant());
    expect(order.outbox).toHaveLength(1);
    expect(new Set(surroundings.alerts.kinds)).toEqual(new Set(['duty_failed']));
    isDown = false;
    await gateway.attendAfter(3);
    expect(await gateway.types(order.orderId)).toEqual(['order.payment.processing']);
  });

  test('of a change during the previous relay is relayed too, in order, once', async () => {
    const surroundings = newSurroundings();
    const [one, other] = [new TestGateway(surroundings), new TestGateway(surroundings)];
    const order = await one.opened(await one.merchant());
    const { attemptId } = latest(order);
    // One instance gets the submission and the other one the result, at the same time.
    await Promise.all([
      one.submit.execute(order, { number: '4242424242424242', expMonth: 1, expYear: 2090, cvc: '1' }),
      other.receiveCallback.execute(
        'Sandbox',
        rawCallback({
          callbackId: 'evt_1',
          notification: { kind: 'payment', attemptId, result: succeeded() },
        }),
      ),
    ]);
    await one.settle();
    await other.settle();
    await one.attendAfter(3);
    const events = await surroundings.events.listOfOrder(order.orderId);
    expect(events.map(({ sequence, type }) => [sequence, type])).toEqual([
      [1, 'order.payment.processing'],
      [2, 'order.payment.succeeded'],
    ]);
    expect((await one.order(order.orderId)).outbox).toEqual([]);
  });

  test('is logged in the contract’s form', async () => {
    const gateway = new TestGateway();
    const order = await gateway.paid(await gateway.merchant());
    const events = await gateway.surroundings.events.listOfOrder(order.orderId);
    const bodies = events.map(({ body }) => readEvent(JSON.parse(body)));
    expect(bodies).toMatchObject([
      {
        kind: 'valid',
        value: { event_type: 'order.payment.processing', data: { state: 'PAYING', status: 1 } },
      },
      {
        kind: 'valid',
        value: {
          event_type: 'order.payment.succeeded',
          data: {
            order_id: order.orderId,
            amount: 100,
            currency_code: 'USD',
            state: 'PAY_SUCCESS',
            sequence: 2,
          },
        },
      },
    ]);
  });
});
