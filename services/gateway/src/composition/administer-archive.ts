import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { basename, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AuditDetails, OperatorAction, OperatorOrder } from '@kassa/contracts';
import type { Connection } from 'mongoose';
import { presentOperatorOrder } from '../adapters/inbound/http/operations/order-presenter.ts';
import { ArchiveFolder } from '../adapters/outbound/archive/archive-folder.ts';
import { UnreadableArchive } from '../adapters/outbound/archive/unreadable-archive.ts';
import { WrittenArchiveFiles } from '../adapters/outbound/archive/written-archive-files.ts';
import { declareCollections } from '../adapters/outbound/mongo/all-collections.ts';
import { ArchivedOrderForms } from '../adapters/outbound/mongo/archived-order-forms.ts';
import { DatabaseMigrator } from '../adapters/outbound/mongo/migrations/database-migrator.ts';
import { MongoAuditLog } from '../adapters/outbound/mongo/mongo-audit-log.ts';
import { MongoOldOrders } from '../adapters/outbound/mongo/mongo-old-orders.ts';
import { MongoReconciliationLog } from '../adapters/outbound/mongo/mongo-reconciliation-log.ts';
import { MongoSandboxClock } from '../adapters/outbound/mongo/mongo-sandbox-clock.ts';
import { FindObstacle } from '../application/archive/find-obstacle.ts';
import { LookUpBooks } from '../application/archive/look-up-books.ts';
import { RemoveArchived, type RemovedArchive } from '../application/archive/remove-archived.ts';
import { type ArchiveVerification, VerifyArchive } from '../application/archive/verify-archive.ts';
import { WriteArchive, type WrittenArchive } from '../application/archive/write-archive.ts';
import { AuditChanges } from '../application/operator/audit-changes.ts';
import { casesOf } from '../application/operator/case-details.ts';
import { deriveOrderId } from '../domain/order/order-identifiers.ts';
import type { ArchiveSource } from '../ports/order-archive.ts';
import { namingDatabaseFaults, type OpenedForCommand, openForCommand } from './open-for-command.ts';

type Identity = Pick<ArchiveSource, 'deployment' | 'environment'>;
type Refused = { readonly kind: 'refused'; readonly message: string };

/** What `kassa-admin archive` needs: opening the database, verifying an archive, and reading one order from an archive. */
export const archiveAdministration = { openDatabase, verify, read };

function openDatabase(variables: NodeJS.ProcessEnv): Promise<OpenedForCommand<ArchivedDatabase>> {
  return openForCommand(
    variables,
    (connection, databaseName) => new ArchivedDatabase(connection, databaseName),
  );
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

class ArchivedDatabase {
  readonly #connection: Connection;
  readonly #databaseName: string;

  constructor(connection: Connection, databaseName: string) {
    declareCollections(connection);
    this.#connection = connection;
    this.#databaseName = databaseName;
  }

  /** Writes an archive, and records it in the audit log with the SHA-256 of its list of contents. */
  write(
    request: {
      readonly folder: string;
      readonly changedBefore: Date;
      readonly limit: number | null;
      readonly operator: string | undefined;
    },
    onProgress: (read: number, written: number) => void,
  ): Promise<(WrittenArchive & { readonly kind: 'written' }) | Refused> {
    return this.#used(async (own) => {
      const { folder, changedBefore, limit } = request;
      const source: ArchiveSource = { ...own, database: this.#databaseName, changedBefore, limit };
      const archive = await WrittenArchiveFiles.begin(folder, source);
      try {
        return await this.#writeTo(archive, request, onProgress);
      } finally {
        await archive.close();
      }
    });
  }

  /** Removes the orders of an archive from the database, after the whole archive was verified. */
  remove(
    request: {
      readonly folder: string;
      /** The SHA-256 of the archive's list of contents, as the operator has entered it. */
      readonly manifestSha256: string;
      readonly operator: string | undefined;
    },
    onProgress: (read: number, removed: number) => void,
  ): Promise<(RemovedArchive & { readonly kind: 'removed' }) | Refused> {
    return this.#used(async (own) => {
      const archive = await ArchiveFolder.open(request.folder);
      const message =
        archive.manifestSha256 === request.manifestSha256
          ? whyNotOf(archive.source, { ...own, database: this.#databaseName })
          : `manifest.json has the SHA-256 ${archive.manifestSha256}, not the one that you name.`;
      if (message !== null) return { kind: 'refused', message };
      const { faults } = await new VerifyArchive({ forms: new ArchivedOrderForms() }).execute(archive);
      const [fault] = faults;
      if (fault !== undefined) {
        return {
          kind: 'refused',
          message: `The archive is incomplete or was changed, so nothing was removed: ${fault.place}: ${fault.reason}.`,
        };
      }
      return this.#removeAll(archive, request, onProgress);
    });
  }

  async #removeAll(
    archive: ArchiveFolder,
    { folder, manifestSha256, operator }: Parameters<ArchivedDatabase['remove']>[0],
    onProgress: (read: number, removed: number) => void,
  ): Promise<RemovedArchive & { readonly kind: 'removed' }> {
    const orders = new MongoOldOrders(this.#connection);
    const details = { what: `the orders of the archive ${resolve(folder)}` };
    return this.#recorded({ action: 'archive.remove', operator, details }, async (clock, obstacles) => {
      const remove = new RemoveArchived({ orders, obstacles, clock, rest: (batchMs) => pause(batchMs) });
      const removed = await remove.execute(archive, basename(resolve(folder)), onProgress);
      return {
        outcome: { kind: 'removed', ...removed } as const,
        learnt: [`${removed.removed} orders`, `sha256:${manifestSha256}`],
      };
    });
  }

  /** Uses the database and an archive, unless the stored data has the format of another version. */
  #used<Result>(use: (own: Identity) => Promise<Result | Refused>): Promise<Result | Refused> {
    return namingDatabaseFaults(async () => {
      const own = await this.#identity();
      return 'message' in own ? own : unlessUnreadable(() => use(own));
    });
  }

  /** Returns the database's deployment and environment. Refuses if the stored data has the format of another version. */
  async #identity(): Promise<Identity | Refused> {
    const migrator = new DatabaseMigrator(this.#connection);
    const { kind, environment = null } = await migrator.status();
    if (kind === 'fits') return { deployment: await migrator.deploymentId(), environment };
    const message =
      'The stored data has the form of another version. `kassa-admin database status` says more.';
    return { kind: 'refused', message };
  }

  #writeTo(
    archive: WrittenArchiveFiles,
    { folder, changedBefore, limit, operator }: Parameters<ArchivedDatabase['write']>[0],
    onProgress: (read: number, written: number) => void,
  ): Promise<WrittenArchive & { readonly kind: 'written' }> {
    const orders = new MongoOldOrders(this.#connection);
    const most = limit === null ? '' : `, at most ${limit}`;
    const details = {
      what: `orders unchanged since ${changedBefore.toISOString()}${most}`,
      to: resolve(folder),
    };
    return this.#recorded({ action: 'archive.write', operator, details }, async (clock, obstacles) => {
      const write = new WriteArchive({ orders, obstacles, clock, rest: (batchMs) => pause(batchMs) });
      const written = await write.execute({ changedBefore, limit }, archive, onProgress);
      return {
        outcome: { kind: 'written', ...written } as const,
        learnt: [`${written.totals.count} orders`, `sha256:${written.manifestSha256}`],
      };
    });
  }

  /**
   * Makes a change to the database or an archive. Records the change in the audit log, together with the facts that become
   * known only through the change.
   */
  async #recorded<Outcome extends { readonly kind: string }>(
    change: {
      readonly action: OperatorAction;
      readonly operator: string | undefined;
      readonly details: AuditDetails;
    },
    make: (
      clock: MongoSandboxClock,
      obstacles: FindObstacle,
    ) => Promise<{ readonly outcome: Outcome; readonly learnt: readonly string[] }>,
  ): Promise<Outcome> {
    // Compare with business time, because a tester may have moved the sandbox's clock.
    const clock = await MongoSandboxClock.open(this.#connection);
    const books = new LookUpBooks({ log: new MongoReconciliationLog(this.#connection) });
    const changes = new AuditChanges({ audit: new MongoAuditLog(this.#connection), clock });
    const { action, operator = null, details } = change;
    try {
      const { outcome } = await changes.record(
        {
          operator,
          address: hostname(),
          requestId: `req_${randomBytes(12).toString('hex')}`,
          action,
          about: [this.#databaseName],
          details,
        },
        async () => ({ kind: 'made', ...(await make(clock, new FindObstacle({ books, clock }))) }) as const,
        ({ learnt }) => learnt,
      );
      return outcome;
    } finally {
      await clock.close();
    }
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

/** Returns why an archive does not come from this database; null if it does. */
function whyNotOf(
  source: ArchiveSource,
  own: Pick<ArchiveSource, keyof Identity | 'database'>,
): string | null {
  const isOwn =
    source.environment === own.environment &&
    (source.deployment === null || own.deployment === null
      ? source.database === own.database
      : source.deployment === own.deployment);
  return isOwn ? null : 'The archive was written from the database of another deployment.';
}
