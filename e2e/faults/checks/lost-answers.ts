import { KassaError } from '@kassa/sdk-node';
import type { GatewayInstance } from '../instance/gateway-instance.ts';
import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import type { Toxiproxy } from '../surroundings/toxiproxy.ts';
import { Merchant } from '../traffic/merchant.ts';
import { paidOrder } from '../traffic/paid-orders.ts';
import { waitFor } from '../wait-for.ts';
import { tellContradictions } from './tell-contradictions.ts';
import { withDisturbedInstance } from './way-to-database.ts';

const CUT_AFTER_MS = 300;
const WRITTEN_TIMEOUT_MS = 60_000;
const AMOUNT_MINOR = 1_000;

/** Row 5. */
export const lostAnswers: FaultCheck = {
  title:
    'fault 5: if the answer to a write is lost, the gateway repeats the write, and it is applied only once',
  rows: [5],
  run: async (context) => {
    const { world, mode } = context;
    await withDisturbedInstance(context, 'lossy', async (instance, proxy) => {
      const merchant = await Merchant.onboard(world);
      const rounds = mode === 'full' ? 5 : 1;
      for (let round = 1; round <= rounds; round += 1) {
        await loseAnswerToCreation(context, merchant, instance, proxy, `C${round}`);
        await loseAnswerToRefund(context, merchant, instance, proxy, `R${round}`);
      }
      context.measure('answers lost', rounds * 2);
      context.judgeAtTheEnd([merchant], (findings) => tellContradictions(context, findings));
    });
  },
};

async function loseAnswerToCreation(
  context: CheckContext,
  merchant: Merchant,
  instance: GatewayInstance,
  proxy: Toxiproxy,
  number: string,
): Promise<void> {
  const orders = context.world.gatewayDatabase.collection('orders');
  const stored = () =>
    orders.findOne({
      'order.merchantId': merchant.merchantId,
      'order.merchantTransactionId': number,
    });
  const create = () =>
    merchant.clientOf(instance).payments.create({
      merchant_transaction_id: number,
      amount: '10.00',
      currency_code: 'USD',
      redirect_url: 'https://shop.example/thanks',
    });
  await loseAnswer(context, instance, proxy, 'orders.insert:before', create, async () => {
    return (await stored()) !== null;
  });
  const before = await stored();
  const repeated = await merchant.create(number, AMOUNT_MINOR, instance);
  const after = await stored();
  if (repeated.orderId !== String(before?._id) || after?.version !== before?.version) {
    context.fault(`the repetition of creation ${number} was not recognised`);
  }
}

async function loseAnswerToRefund(
  context: CheckContext,
  merchant: Merchant,
  instance: GatewayInstance,
  proxy: Toxiproxy,
  number: string,
): Promise<void> {
  const order = await paidOrder(context.world, merchant, number, AMOUNT_MINOR);
  const refundsNow = async () => {
    const stored = await context.world.gatewayDatabase
      .collection<{ _id: string; order: { refunds: readonly { refundId: string }[] } }>('orders')
      .findOne({ _id: order.orderId });
    return stored?.order.refunds ?? [];
  };
  const refund = () =>
    merchant.clientOf(instance).refunds.create({
      transaction_id: `${number}-R`,
      original_transaction_id: number,
      amount: '4.00',
      currency_code: 'USD',
    });
  await loseAnswer(context, instance, proxy, 'orders.save[refund_requested]:before', refund, async () => {
    return (await refundsNow()).length > 0;
  });
  const outcome = await merchant.refund(order, `${number}-R`, 400, instance);
  if (outcome.kind !== 'accepted')
    context.fault(`the repetition of refund ${number} was refused: ${outcome.code}`);
  const refunds = await refundsNow();
  if (refunds.length !== 1) context.fault(`refund ${number} was applied ${refunds.length} times`);
}

/**
 * Loses the database's answer to a write: holds the gateway's call just before the write, cuts the connection for answers, lets
 * the call continue, and checks that the write was made.
 */
async function loseAnswer(
  context: CheckContext,
  instance: GatewayInstance,
  proxy: Toxiproxy,
  point: string,
  call: () => Promise<unknown>,
  isWritten: () => Promise<boolean>,
): Promise<void> {
  const armed = await instance.arm(point, 'hold');
  const calling = call().then(
    () => 'answered' as const,
    (error: unknown) => error,
  );
  if (!(await armed.reached)) throw new Error(`${point} was never reached`);
  await proxy.add({ type: 'timeout', attributes: { timeout: CUT_AFTER_MS } });
  try {
    armed.release();
    const outcome = await calling;
    await waitFor('the write was done although its answer was lost', isWritten, WRITTEN_TIMEOUT_MS);
    const isHonest = outcome instanceof KassaError && outcome.httpStatus === 503;
    if (!isHonest) context.fault(`a call whose outcome is unknown was answered with ${outcome}`);
  } finally {
    await proxy.remove('timeout');
  }
}
