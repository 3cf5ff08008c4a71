import type { AnyBulkWriteOperation, Db } from 'mongodb';
import { orderIdOf } from '../../../../domain/order/order-identifiers.ts';
import type { ChannelFee } from '../../../../domain/settlement/channel-fee.ts';
import { type MoneyMove, moneyMovesOf } from '../../../../domain/settlement/money-moves.ts';
import { inDatabase } from '../database-errors.ts';
import { type FeeDocument, firstFeeFormIndex, ofFirstFeeForm } from '../fee-documents.ts';
import { moneyProjection, type OrderMoneyDocument, toOrderMoney } from '../order-documents.ts';
import { schemaNumbers } from '../schema-numbers.ts';
import { writtenInSpiteOfConflicts } from '../write-conflicts.ts';
import { writeTogether } from '../write-together.ts';
import type { Migration, MigrationRun } from './migration.ts';

const FEES_AT_A_TIME = 500;

/** A fee as the first version with fees stored it. Its `_id` is the booking ID, and it has no day. */
type UndatedFee = Pick<FeeDocument, '_id' | 'schema'> & ChannelFee;
/** The fees of one booking ID and day. Both are parts of the `_id`. */
type FeesWithDay = Pick<FeeDocument, '_id' | 'schema' | 'bookingId' | 'fees'>;
type FirstForm = UndatedFee | FeesWithDay;
type Stored = FirstForm | FeeDocument;
type Write = AnyBulkWriteOperation<Stored>;

/**
 * Converts channels' fees from schema number 1 to 2. With schema number 2, a fee contains the channel whose books show it, and
 * the day of these books.
 *
 * With schema number 1, there was one fee for each booking ID, without its day. If the order has exactly one movement with this
 * booking ID, the fee belongs to this movement, and gets its time. If the order has several such movements, it is unknown to
 * which of them the fee belongs. Such a fee is removed, so that the settlement report shows it as unknown and not in the wrong
 * line.
 */
export const feesOfDays: Migration = {
  number: 4,
  name: 'fees-of-days',
  async run(run) {
    const { database } = run;
    const fees = database.collection<Stored>('channel_fees');
    const { fields, options } = firstFeeFormIndex;
    await writtenInSpiteOfConflicts(() => fees.createIndex(fields, options));
    const unreadable: string[] = [];
    for (;;) {
      // Each batch searches from the first fee again. The search skips converted fees, but finds a fee again if a change
      // prevented its conversion.
      const found = await firstFormIn(database, unreadable, FEES_AT_A_TIME);
      if (found.length === 0) return;
      const { writes, damaged } = await conversionsOf(database, found, run);
      unreadable.push(...damaged);
      await inDatabase(() => writeTogether(writes, (some) => fees.bulkWrite([...some], { ordered: false })));
      await run.batchDone('channel_fees', found.length, null);
    }
  },
  async isLeftBehind(database, unreadable) {
    return (await firstFormIn(database, unreadable, 1)).length > 0;
  },
};

function firstFormIn(
  database: Db,
  unreadable: readonly string[],
  limit: number,
): Promise<readonly FirstForm[]> {
  const filter = { ...ofFirstFeeForm, ...(unreadable.length > 0 && { _id: { $nin: [...unreadable] } }) };
  return inDatabase(() =>
    database.collection<FirstForm>('channel_fees').find(filter).limit(limit).toArray(),
  ) as Promise<readonly FirstForm[]>;
}

interface Conversions {
  readonly writes: readonly Write[];
  /** The IDs of the documents that cannot be read. */
  readonly damaged: readonly string[];
}

async function conversionsOf(
  database: Db,
  found: readonly FirstForm[],
  run: MigrationRun,
): Promise<Conversions> {
  const orders = await ordersOf(
    database,
    found.filter((document) => 'fee' in document),
  );
  const damaged: string[] = [];
  const undated: { readonly document: UndatedFee; readonly booking: Booking | undefined }[] = [];
  const writes: Write[] = [];
  for (const document of found) {
    try {
      if ('fee' in document) undated.push({ document, booking: bookingOf(document, orders) });
      else writes.push(withDay(document));
    } catch (error) {
      damaged.push(document._id);
      run.tellUnreadable(document._id, error);
    }
  }
  const readAgain = await bookingsReadAgain(
    database,
    undated.flatMap(({ booking }) => booking?.bookingId ?? []),
  );
  for (const { document, booking } of undated) {
    const isKept = booking !== undefined && !readAgain.has(booking.bookingId);
    writes.push(isKept ? withTime(document, booking) : removal(document));
  }
  return { writes, damaged };
}

type StoredOrder = OrderMoneyDocument & { readonly order: { readonly createdAt: Date } };

async function ordersOf(
  database: Db,
  fees: readonly UndatedFee[],
): Promise<ReadonlyMap<string, StoredOrder>> {
  const ids = [...new Set(fees.map(({ _id }) => orderIdIn(_id)))];
  if (ids.length === 0) return new Map();
  const found = await inDatabase(() =>
    database
      .collection<StoredOrder>('orders')
      .find({ _id: { $in: ids } })
      .project<StoredOrder>({ ...moneyProjection, 'order.createdAt': 1 })
      .toArray(),
  );
  return new Map(found.map((order) => [order._id, order]));
}

/** Returns the booking IDs for which a later version has already read the fees, together with their days. */
async function bookingsReadAgain(database: Db, bookingIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (bookingIds.length === 0) return new Set();
  const bookingId = { $in: [...bookingIds] };
  const found = await inDatabase(() =>
    database.collection<FeesWithDay>('channel_fees').find({ bookingId }).toArray(),
  );
  return new Set(found.map((document) => document.bookingId));
}

/** @throws {Error} when the document is damaged */
function withDay({ _id, bookingId, fees }: FeesWithDay): Write {
  const [, date] = /^.* (\d{4}-\d{2}-\d{2})$/s.exec(_id) ?? [];
  if (date === undefined || !Array.isArray(fees) || _id !== `${bookingId} ${date}`)
    throw new Error(`${_id} in channel_fees is damaged`);
  const $set = { schema: schemaNumbers.channel_fees, channelId: channelIn(bookingId), date };
  return { updateOne: { filter: { _id, ...ofFirstFeeForm, bookingId }, update: { $set } } };
}

function withTime(document: UndatedFee, { bookingId, at }: Booking): Write {
  const { fee, net } = document;
  const $set = {
    ...{ schema: schemaNumbers.channel_fees, bookingId, channelId: channelIn(bookingId), date: null },
    fees: [{ at, fee, net }],
  };
  const update = { $set, $unset: { fee: '', net: '' } } as const;
  return { updateOne: { filter: unchangedSince(document), update } };
}

function removal(document: UndatedFee): Write {
  return { deleteOne: { filter: unchangedSince(document) } };
}

/** Returns a filter that matches a fee only if nobody has replaced it since it was read. */
function unchangedSince({ _id, fee, net }: UndatedFee) {
  return {
    ...{ _id, ...ofFirstFeeForm },
    ...{ 'fee.amountMinor': fee.amountMinor, 'fee.currency': fee.currency },
    ...{ 'net.amountMinor': net.amountMinor, 'net.currency': net.currency },
  };
}

/** The booking ID of a fee's movement, and when the gateway learned of it. */
type Booking = Pick<MoneyMove, 'bookingId' | 'at'>;

/**
 * Returns the ID and the time of the movement to which a fee belongs. Undefined if there is no order, or if the fee could belong
 * to several movements of the order. If the gateway has not learned of any movement yet, the time is when the order was created.
 *
 * @throws {Error} when the fee or its order is damaged
 */
function bookingOf(
  { _id, fee, net }: UndatedFee,
  orders: ReadonlyMap<string, StoredOrder>,
): Booking | undefined {
  if (!isMoney(fee) || !isMoney(net)) throw new Error(`${_id} in channel_fees is damaged`);
  const order = orders.get(orderIdIn(_id));
  if (order === undefined) return undefined;
  const moves = moneyMovesOf(toOrderMoney(order)).filter(({ bookingId }) => isBookedAs(_id, bookingId));
  if (moves.length > 1) return undefined;
  const { bookingId = _id, at = order.order.createdAt } = moves[0] ?? {};
  if (Number.isNaN(at.getTime())) throw new Error(`order ${order._id} has an invalid time`);
  return { bookingId, at };
}

function isMoney(value: Partial<ChannelFee['fee']> | null | undefined): boolean {
  return Number.isSafeInteger(value?.amountMinor) && typeof value?.currency === 'string';
}

/**
 * Whether a booking ID from an earlier version means the same booking. The very first version left out the channel's reference
 * of a payment.
 */
function isBookedAs(earlier: string, bookingId: string): boolean {
  if (earlier === bookingId) return true;
  const [, payment] = /^(\S+ payment \S+) in$/.exec(earlier) ?? [];
  return payment !== undefined && bookingId.startsWith(`${payment} `) && bookingId.endsWith(' in');
}

/**
 * Returns the channel's ID in a booking ID. A booking ID consists of the channel's ID, the key of the payment, refund or
 * dispute, and the direction.
 */
function channelIn(bookingId: string): string {
  return bookingId.split(' ')[0] ?? '';
}

function orderIdIn(bookingId: string): string {
  return orderIdOf(bookingId.split(' ')[2] ?? '') ?? '';
}
