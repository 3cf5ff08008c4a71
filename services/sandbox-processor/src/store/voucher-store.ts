import type { Db } from 'mongodb';
import { nextVoucherChangeAt } from '../domain/advance-voucher.ts';
import { earliest } from '../domain/timing.ts';
import type { Voucher } from '../domain/voucher.ts';
import { never } from './never.ts';
import { VersionedStore } from './versioned-store.ts';

/** A voucher as stored in the database. `wakeAt` is the time of its next due work, such as its expiry or a callback. */
interface VoucherDocument extends Omit<Voucher, 'id'> {
  readonly _id: string;
  readonly wakeAt: Date;
}

export type VoucherStore = VersionedStore<Voucher, VoucherDocument>;

export function voucherStore(database: Db): VoucherStore {
  return new VersionedStore(database.collection<VoucherDocument>('vouchers'), { toDocument, toEntity });
}

function toDocument(voucher: Voucher): VoucherDocument {
  const { id, ...rest } = voucher;
  const tries = voucher.callbacks.map(({ nextTryAt }) => nextTryAt);
  return { _id: id, ...rest, wakeAt: earliest([nextVoucherChangeAt(voucher), ...tries]) ?? never };
}

function toEntity({ _id, wakeAt: _wakeAt, ...rest }: VoucherDocument): Voucher {
  return { id: _id, ...rest };
}
