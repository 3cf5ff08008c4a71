import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OperatorOrder } from '@kassa/contracts';
import type { Connection } from 'mongoose';
import { presentOperatorOrder } from '../adapters/inbound/http/operations/order-presenter.ts';
import { ArchiveFolder } from '../adapters/outbound/archive/archive-folder.ts';
import { UnreadableArchive } from '../adapters/outbound/archive/unreadable-archive.ts';
import { WrittenArchiveFiles } from '../adapters/outbound/archive/written-archive-files.ts';
import { declareCollections } from '../adapters/outbound/mongo/all-collections.ts';
import { ArchivedOrderForms } from '../adapters/outbound/mongo/archived-order-forms.ts';
import { connectDatabase } from '../adapters/outbound/mongo/connect.ts';
import { DatabaseMigrator } from '../adapters/outbound/mongo/migrations/database-migrator.ts';
import { MongoAuditLog } from '../adapters/outbound/mongo/mongo-audit-log.ts';
import { MongoOldOrders } from '../adapters/outbound/mongo/mongo-old-orders.ts';
import { MongoReconciliationLog } from '../adapters/outbound/mongo/mongo-reconciliation-log.ts';
import { MongoSandboxClock } from '../adapters/outbound/mongo/mongo-sandbox-clock.ts';
import { LookUpBooks } from '../application/archive/look-up-books.ts';
import { type ArchiveVerification, VerifyArchive } from '../application/archive/verify-archive.ts';
import { WriteArchive, type WrittenArchive } from '../application/archive/write-archive.ts';
import { AuditChanges } from '../application/operator/audit-changes.ts';
import { casesOf } from '../application/operator/case-details.ts';
import { deriveOrderId } from '../domain/order/order-identifiers.ts';
import type { ArchiveSource } from '../ports/order-archive.ts';
import { readDatabaseConfig } from './config.ts';
import { ConfigError } from './settings.ts';

type Refused = { readonly kind: 'refused'; readonly message: string };

export type OpenedArchiveDatabase =
  | { readonly kind: 'opened'; readonly database: ArchivedDatabase }
  | { readonly kind: 'misconfigured' | 'unreachable'; readonly message: string };

/** What `kassa-admin archive` does with archives and with the database. */
export const archiveAdministration = { openDatabase, verify, read };

async function openDatabase(variables: NodeJS.ProcessEnv): Promise<OpenedArchiveDatabase> {
  try {
    const { mongoUri, databaseName } = readDatabaseConfig(variables);
    const connection = await connectDatabase(mongoUri, databaseName);
    return { kind: 'opened', database: new ArchivedDatabase(connection, databaseName) };
  } catch (error) {
    if (error instanceof ConfigError) return { kind: 'misconfigured', message: error.message };
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: 'unreachable', message: `The database that MONGODB_URI names does not answer: ${reason}` };
  }
}

function verify(folder: string): Promise<(ArchiveVerification & { readonly kind: 'verified' }) | Refused> {
  return unlessUnreadable(async () => {
    const archive = await ArchiveFolder.open(folder);
    const verified = await new VerifyArchive({ forms: new ArchivedOrderForms() }).execute(archive);
    return { kind: 'verified', ...verified } as const;
  });
}

function read(
  folder: string,
  name:
    | { readonly orderId: string }
    | { readonly merchantId: string; readonly merchantTransactionId: string },
): Promise<
  { readonly kind: 'found'; readonly order: OperatorOrder } | { readonly kind: 'not_found' } | Refused
> {
  return unlessUnreadable(async () => {
    const archive = await ArchiveFolder.open(folder);
    const orderId =
      'orderId' in name ? name.orderId : deriveOrderId(name.merchantId, name.merchantTransactionId);
    const record = await archive.find(orderId);
    if (record === undefined) return { kind: 'not_found' } as const;
    const fault =
      record.kind === 'fault' ? record.reason : await new ArchivedOrderForms().faultIn(record.archived);
    if (record.kind === 'fault' || fault !== null) {
      throw new UnreadableArchive(`The archive was changed after it was written: ${record.place}: ${fault}.`);
    }
    const { order, events } = record.archived;
    const shown = { kind: 'found', order, events, cases: casesOf(order, null) } as const;
    return { kind: 'found', order: presentOperatorOrder(shown) } as const;
  });
}

async function unlessUnreadable<Result>(use: () => Promise<Result>): Promise<Result | Refused> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof UnreadableArchive) return { kind: 'refused', message: error.message };
    throw error;
  }
}

export class ArchivedDatabase {
  readonly #connection: Connection;
  readonly #databaseName: string;

  constructor(connection: Connection, databaseName: string) {
    declareCollections(connection);
    this.#connection = connection;
    this.#databaseName = databaseName;
  }

  /** Writes an archive, and records it in the audit log with the SHA-256 of its list of contents. */
  async write(
    request: {
      readonly folder: string;
      readonly changedBefore: Date;
      readonly limit: number | null;
      readonly operator: string | undefined;
    },
    onProgress: (read: number, written: number) => void,
  ): Promise<(WrittenArchive & { readonly kind: 'written' }) | Refused> {
    const migrator = new DatabaseMigrator(this.#connection);
    const { kind, environment } = await migrator.status();
    if (kind !== 'fits') {
      const message =
        'The stored data has the form of another version. `kassa-admin database status` says more.';
      return { kind: 'refused', message };
    }
    const { folder, changedBefore, limit } = request;
    const source: ArchiveSource = {
      deployment: await migrator.deploymentId(),
      environment: environment ?? null,
      database: this.#databaseName,
      changedBefore,
      limit,
    };
    return unlessUnreadable(async () => {
      const archive = await WrittenArchiveFiles.begin(folder, source);
      try {
        return await this.#writeTo(archive, request, onProgress);
      } finally {
        await archive.close();
      }
    });
  }

  async #writeTo(
    archive: WrittenArchiveFiles,
    { folder, changedBefore, limit, operator }: Parameters<ArchivedDatabase['write']>[0],
    onProgress: (read: number, written: number) => void,
  ): Promise<WrittenArchive & { readonly kind: 'written' }> {
    // Business time decides, because a tester may have moved the sandbox's clock.
    const clock = await MongoSandboxClock.open(this.#connection);
    const write = new WriteArchive({
      orders: new MongoOldOrders(this.#connection),
      books: new LookUpBooks({ log: new MongoReconciliationLog(this.#connection) }),
      clock,
      rest: (batchMs) => pause(batchMs),
    });
    const changes = new AuditChanges({ audit: new MongoAuditLog(this.#connection), clock });
    const most = limit === null ? '' : `, at most ${limit}`;
    try {
      return await changes.record(
        {
          operator: operator ?? null,
          address: hostname(),
          requestId: `req_${randomBytes(12).toString('hex')}`,
          action: 'archive.write',
          about: [this.#databaseName],
          details: {
            what: `orders unchanged since ${changedBefore.toISOString()}${most}`,
            to: resolve(folder),
          },
        },
        async () => {
          const written = await write.execute({ changedBefore, limit }, archive, onProgress);
          return { kind: 'written', ...written } as const;
        },
        ({ manifestSha256, totals }) => [`${totals.count} orders`, `sha256:${manifestSha256}`],
      );
    } finally {
      await clock.close();
    }
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}
