import { join } from 'node:path';
import { refundStateCodes } from '@kassa/contracts';
import type { Db, Document } from 'mongodb';
import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import { whileTimeRuns } from '../ticking.ts';
import { type CreatedOrder, Merchant } from '../traffic/merchant.ts';
import { paidOrder } from '../traffic/paid-orders.ts';
import { waitFor } from '../wait-for.ts';
import { World } from '../world.ts';

const AMOUNT = 1_000;
const REFUND = 300;
const ENDED_WITHIN_MS = 60_000;
/**
 * How many seconds of business time pass in one real second while the calls are repeated. At this speed, no order expires
 * during this time.
 */
const TIME_LAPSE = 15;

/**
 * Fault 96. A backup lacks everything that has happened since. The check restores one, looks for what is missing, and lets the
 * merchant and the consumer repeat their calls. It runs in a separate world, because the restored database lacks the work of
 * other checks.
 */
export const restoredBackup: FaultCheck = {
  title:
    'fault 96: after a backup is restored, reconciliation names every payment and refund that the backup lacks, and repeated calls move no money twice',
  rows: [96],
  isOnlyInFullForm: true,
  run: async (context) => {
    const { evidenceFolder, database } = context.world;
    const world = await World.start(database, join(evidenceFolder, '../faults-restored'), evidenceFolder);
    try {
      await restore(context, world);
    } finally {
      await world.stop();
    }
  },
};

async function restore(context: CheckContext, world: World): Promise<void> {
  const beganAt = new Date();
  const merchant = await Merchant.onboard(world);
  const old = await paidOrder(world, merchant, 'before-backup', AMOUNT);
  const unpaid = await merchant.create('unpaid-at-backup', AMOUNT);

  const backup = await whileStopped(world, () => copyOf(world.gatewayDatabase));
  await refundFully(world, merchant, old);
  await pay(world, merchant, unpaid.number);
  const late = await paidOrder(world, merchant, 'after-backup', AMOUNT);
  const moved = await moneyAtProcessor(world);

  await whileStopped(world, () => putBack(world.gatewayDatabase, backup));
  const lacking = await differences(world, beganAt);
  for (const { orderId, number } of [unpaid, late]) {
    const isNamed = lacking.some(({ kind, subject, reference }) => {
      return (
        kind === 'missing_here' && subject === 'payment' && reference.includes(orderId.slice('ord_'.length))
      );
    });
    if (!isNamed) context.fault(`reconciliation does not name the payment of ${number}`);
  }
  if (!lacking.some(({ kind, subject }) => kind === 'missing_here' && subject === 'refund')) {
    context.fault('reconciliation does not name the refund');
  }
  context.measure('differences after the restore', lacking.length);

  // The merchant has noted what it asked for, and asks again. The consumers open their pages again.
  // The processor reports nothing a second time, so the gateway has to ask, up to half a minute of business time later.
  const repeated = async (): Promise<void> => {
    await refundFully(world, merchant, old);
    await pay(world, merchant, unpaid.number);
    await pay(world, merchant, late.number);
  };
  await whileTimeRuns(world, TIME_LAPSE, repeated());
  const movedAfterwards = await moneyAtProcessor(world);
  if (movedAfterwards !== moved)
    context.fault(`the processor moved ${moved} before, and ${movedAfterwards} now`);
  const left = await differences(world, beganAt);
  for (const { kind, subject, reference } of left) context.fault(`${kind}: ${subject} ${reference}`);
}

/** Creates the order, or gets it again, and pays it unless it is paid. */
function pay(world: World, merchant: Merchant, number: string): Promise<CreatedOrder> {
  return paidOrder(world, merchant, number, AMOUNT);
}

async function refundFully(world: World, merchant: Merchant, order: CreatedOrder): Promise<void> {
  const number = `${order.number}-refund`;
  const outcome = await merchant.refund(order, number, REFUND);
  if (outcome.kind === 'refused') throw new Error(`the refund is refused: ${outcome.code}`);
  await waitFor(
    'the refund succeeds',
    async () => {
      const kassa = merchant.clientOf(await world.servingInstance());
      return (await kassa.refunds.retrieve(number)).status === refundStateCodes.SUCCESS;
    },
    ENDED_WITHIN_MS,
  );
}

async function whileStopped<Result>(world: World, act: () => Promise<Result>): Promise<Result> {
  await Promise.all(world.instances.map((instance) => instance.terminate()));
  const result = await act();
  await world.startAll();
  return result;
}

type Backup = ReadonlyMap<string, readonly Document[]>;

/** Reads all documents, as mongodump does. */
async function copyOf(database: Db): Promise<Backup> {
  const backup = new Map<string, Document[]>();
  for (const { name } of await database.listCollections().toArray()) {
    backup.set(name, await database.collection(name).find().toArray());
  }
  return backup;
}

/** Replaces all documents with those of the backup, as `mongorestore --drop` does. */
async function putBack(database: Db, backup: Backup): Promise<void> {
  for (const { name } of await database.listCollections().toArray()) {
    const collection = database.collection(name);
    await collection.deleteMany({});
    const documents = backup.get(name) ?? [];
    if (documents.length > 0) await collection.insertMany([...documents]);
  }
}

/** How many times money moved at the processor, and how much. */
async function moneyAtProcessor(world: World): Promise<string> {
  const payments = await world.processorDatabase
    .collection('payments')
    .find({ status: 'succeeded' }, { projection: { amountMinor: 1, refunds: 1 } })
    .toArray();
  const refunds = payments.flatMap((payment) => Object.values(payment.refunds as Record<string, unknown>));
  return `${payments.length} payments, ${refunds.length} refunds`;
}

interface Difference {
  readonly kind: string;
  readonly subject: string;
  readonly reference: string;
}

/** Compares the books for the days on which the check has run, as `kassa-admin reconcile` does. */
async function differences(world: World, beganAt: Date): Promise<readonly Difference[]> {
  const days = new Set([beganAt, new Date()].map((moment) => moment.toISOString().slice(0, 10)));
  const found: Difference[] = [];
  for (const date of days) found.push(...(await differencesOf(world, date)));
  return found;
}

async function differencesOf(world: World, date: string): Promise<readonly Difference[]> {
  await world.operations('POST', '/admin/reconciliations', { channel: 'Sandbox', date });
  return waitFor(
    'the reconciliation ends',
    async () => {
      const day = (await world.operations('GET', `/admin/reconciliations/Sandbox/${date}`)) as {
        state: string;
        differences: readonly Difference[];
      };
      return day.state === 'done' ? day.differences : undefined;
    },
    ENDED_WITHIN_MS,
  );
}
