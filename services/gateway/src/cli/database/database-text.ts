import { layOut } from '@kassa/contracts/terminal';
import type { DatabaseStatus, IndexName } from './database-administration.ts';

export function statusText(status: DatabaseStatus): string {
  const { migratedTo, newest, outstanding, progress, isUnderWay, unreadable, missingIndexes } = status;
  const names = outstanding.map(({ number, name }) => `${number} ${name}`);
  const underWay = isUnderWay ? 'now' : 'stopped before the end; `kassa-admin database migrate` continues it';
  return layOut([
    ['Database', migratedTo === null ? 'empty' : `schema number ${migratedTo}`],
    ...(status.environment === null ? [] : [['Environment', status.environment] as const]),
    ...(status.keyChecks ? [['Encryption keys', status.keyChecks.join('\n')] as const] : []),
    ...(status.sessionKeyChecks.length === 0
      ? []
      : [['Session keys', status.sessionKeyChecks.join('\n')] as const]),
    ['This version', `schema number ${newest}`],
    ['Outstanding', names.length === 0 ? 'nothing' : names.join('\n')],
    ...(progress === null
      ? []
      : [
          ['Under way', `${progress.migration}, ${progress.documents} documents done (${underWay})`] as const,
        ]),
    ...(unreadable.length === 0 ? [] : [['Unreadable', unreadable.join('\n')] as const]),
    ...(migratedTo === null || missingIndexes.length === 0
      ? []
      : [['Not indexed', missingIndexes.map(indexName).join('\n')] as const]),
    ['In short', summaryOf(status)],
  ]);
}

const summaries: Readonly<Record<DatabaseStatus['kind'], string>> = {
  fits: 'the database fits this version',
  outstanding: 'stop all instances of the previous version, then run `kassa-admin database migrate`',
  newer: 'a later version has migrated the database, so a gateway of this version does not start',
};

function summaryOf({ kind, migratedTo, missingIndexes }: DatabaseStatus): string {
  const lacksIndexes = kind === 'fits' && migratedTo !== null && missingIndexes.length > 0;
  return lacksIndexes
    ? 'the database fits this version, but lacks indexes: run `kassa-admin database migrate` before you start this version'
    : summaries[kind];
}

export function statusJson({
  kind,
  migratedTo,
  newest,
  outstanding,
  progress,
  isUnderWay,
  unreadable,
  missingIndexes,
  environment,
  keyChecks,
  sessionKeyChecks,
}: DatabaseStatus) {
  return {
    status: kind,
    schema_number: migratedTo,
    newest_schema_number: newest,
    outstanding: outstanding.map(({ number, name }) => ({ number, name })),
    under_way: isUnderWay,
    documents_done: progress?.documents ?? null,
    unreadable: [...unreadable],
    missing_indexes: missingIndexes.map(indexName),
    environment,
    key_checks: [...(keyChecks ?? [])],
    session_key_checks: [...sessionKeyChecks],
  };
}

export function indexName({ collection, fields }: IndexName): string {
  return `${collection}: ${fields.join(', ')}`;
}
