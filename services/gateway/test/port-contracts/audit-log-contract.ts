import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { type AuditEntry, concludedEntry, newAuditEntry } from '../../src/domain/audit-entry.ts';
import { chainStart, findChainFault } from '../../src/domain/operator/audit-chain.ts';
import type { AuditLog } from '../../src/ports/audit-log.ts';
import { after } from '../builders/times.ts';
import type { Instances } from './instances.ts';

const all = { about: null, after: null, limit: 100 } as const;

function entryAt(seconds: number, members: Partial<AuditEntry> = {}): AuditEntry {
  const change = {
    operator: 'ann',
    address: '10.0.0.7',
    requestId: `req_${randomBytes(12).toString('hex')}`,
    action: 'merchant.settings' as const,
    about: ['mer_1'],
    details: {
      name: 'Shop',
      ip_allow_list: ['203.0.113.7'],
      order_validity_seconds: 60,
      logo: null,
      force: true,
    },
  };
  return newAuditEntry({ ...change, ...members }, after(seconds));
}

/** The contract of every AuditLog. */
export function auditLogContract(open: () => Instances<AuditLog>): void {
  test('entries are listed on every instance as they were appended, the latest first', async () => {
    const [one, other] = open();
    const entries = [entryAt(1), entryAt(3, { operator: null, details: {} }), entryAt(2)];
    for (const entry of entries) await one.append(entry);
    expect(await other.list(all)).toEqual([entries[1], entries[2], entries[0]]);
  });

  test('an outcome is recorded once, with the identifiers that it adds', async () => {
    const [one, other] = open();
    const entry = entryAt(1);
    await one.append(entry);
    const seen = { before: { mer_1: { name: 'Shop' } }, after: { mer_1: { name: 'Store' } } };
    await other.conclude(concludedEntry(entry, 'done', ['key_1', 'mer_1'], seen));
    await one.conclude(concludedEntry(entry, 'INTERNAL_ERROR', ['key_2'], seen));
    const concluded = { ...entry, outcome: 'done', about: ['mer_1', 'key_1'], ...seen };
    expect(await one.list(all)).toEqual([concluded]);
    expect(await one.list({ ...all, about: 'key_1' })).toEqual([concluded]);
    expect(await one.list({ ...all, after: entry.entryId })).toEqual([]);
  });

  test('if two instances append records at once, the records form one chain without a fork (fault 69)', async () => {
    const [one, other] = open();
    expect(await one.head()).toBeNull();
    const entries = Array.from({ length: 12 }, (_, index) => entryAt(index));
    await Promise.all(entries.map((entry, index) => (index % 2 === 0 ? one : other).append(entry)));
    await one.conclude(concludedEntry(entries[0] as AuditEntry, 'done', [], { before: null, after: null }));
    const records = await other.records(1, 100);
    expect(records.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 13 }, (_, index) => index + 1),
    );
    expect(findChainFault(records, chainStart)).toBeNull();
    expect(await one.records(12, 1)).toEqual([records[11]]);
    expect(await one.head()).toMatchObject({ sequence: 13, hash: records[12]?.hash });
    expect(await one.unlinked()).toEqual({ count: 0, latest: null });
  });

  test('many records that two instances append at once are all linked, and none is refused', async () => {
    const [one, other] = open();
    const entries = Array.from({ length: 80 }, (_, index) => entryAt(index));
    await Promise.all(entries.map((entry, index) => (index % 2 === 0 ? one : other).append(entry)));
    expect(await other.head()).toMatchObject({ sequence: 80 });
  });

  test('entries about one identifier are listed page by page', async () => {
    const [one, other] = open();
    const mine = Array.from({ length: 5 }, (_, index) => entryAt(index, { about: ['mer_1', 'key_1'] }));
    for (const entry of mine) await one.append(entry);
    await one.append(entryAt(2, { about: ['mer_2'] }));
    const listed: AuditEntry[] = [];
    for (let cursor: string | null = null; ; ) {
      const page = await other.list({ about: 'key_1', after: cursor, limit: 2 });
      if (page.length === 0) break;
      listed.push(...page);
      cursor = page.at(-1)?.entryId ?? null;
    }
    expect(listed).toEqual(mine.toReversed());
  });
}
