import { describe, expect, test } from 'vitest';
import { VerifyAuditLog } from '../../src/application/operator/verify-audit-log.ts';
import { concludedEntry, newAuditEntry } from '../../src/domain/audit-entry.ts';
import type { ChainedRecord } from '../../src/domain/operator/audit-chain.ts';
import { after } from '../builders/times.ts';
import { InMemoryAuditLog } from '../in-memory/in-memory-audit-log.ts';

async function logOf(changes: number) {
  const audit = new InMemoryAuditLog();
  for (let change = 0; change < changes; change += 1) {
    const requested = { operator: 'ann', address: '10.0.0.7', requestId: `req_${change}`, details: {} };
    const entry = newAuditEntry({ ...requested, action: 'keys.add', about: [] }, after(change));
    await audit.append(entry);
    await audit.conclude(concludedEntry(entry, 'done', ['mer_1'], { before: null, after: null }));
  }
  const verify = new VerifyAuditLog({ audit });
  const record = (sequence: number) => audit.chain[sequence - 1] as ChainedRecord;
  const put = (sequence: number, changed: Partial<ChainedRecord>) => {
    audit.chain[sequence - 1] = { ...record(sequence), ...changed };
  };
  return { audit, verify, record, put };
}

test('an untouched log has no fault, and its head is the last link', async () => {
  const { verify, record } = await logOf(5);
  expect(await verify.execute(0, null)).toEqual({
    checked: 10,
    fault: null,
    head: expect.objectContaining({ sequence: 10, hash: record(10).hash }),
    next: null,
    unlinked: 0,
  });
});

test('a long log is verified part by part', async () => {
  const { verify, put } = await logOf(1_050);
  const first = await verify.execute(0, null);
  expect(first).toMatchObject({ checked: 1_000, fault: null, next: 1_000 });
  const second = await verify.execute(1_000, null);
  expect(second).toMatchObject({ checked: 1_000, fault: null, next: 2_000 });
  expect(await verify.execute(2_000, null)).toMatchObject({ checked: 100, fault: null, next: null });
  put(1_001, { previousHash: 'f'.repeat(64) });
  expect((await verify.execute(1_000, null)).fault).toMatchObject({ sequence: 1_001 });
});

describe('the verification of an audit log that somebody has tampered with', () => {
  test.each<[string, Partial<ChainedRecord>]>([
    ['the operator', { operator: 'bob' }],
    ['the time', { at: after(999) }],
    ['the outcome', { outcome: 'INTERNAL_ERROR' }],
    ['what it is about', { about: ['mer_2'] }],
    ['a detail', { details: { name: 'Shop' } }],
    ['what changed', { after: { mer_1: { state: 'active' } } }],
    ['its own hash', { hash: 'f'.repeat(64) }],
    ['its predecessor’s hash', { previousHash: 'f'.repeat(64) }],
  ])(
    'verification of the audit log names the first record that was altered (fault 69): %s',
    async (_what, changed) => {
      const { verify, put, record } = await logOf(5);
      put(4, changed);
      put(8, changed);
      const fault = { sequence: 4, recordId: record(4).recordId, kind: 'altered' };
      expect((await verify.execute(0, null)).fault).toEqual(fault);
    },
  );

  test('verification of the audit log names the place from which a record was removed (fault 69)', async () => {
    for (const sequence of [1, 4]) {
      const { audit, verify } = await logOf(5);
      audit.chain.splice(sequence - 1, 1);
      expect((await verify.execute(0, null)).fault).toEqual({ sequence, recordId: null, kind: 'removed' });
    }
  });

  test('verification of the audit log names the first of two records that changed places (fault 69)', async () => {
    const { audit, verify, record } = await logOf(5);
    const [one, other] = [record(3), record(6)];
    audit.chain[2] = { ...other, sequence: 3 };
    audit.chain[5] = { ...one, sequence: 6 };
    expect((await verify.execute(0, null)).fault).toMatchObject({ sequence: 3, kind: 'altered' });
  });

  test('verification of the audit log names a record that was added outside the chain or has lost its link (fault 69)', async () => {
    const { audit, verify } = await logOf(5);
    audit.unchained.push({ recordId: 'aud_old', at: after(-60) });
    expect(await verify.execute(0, null)).toMatchObject({ fault: null, unlinked: 1 });
    audit.unchained.push({ recordId: 'aud_forged', at: after(2) });
    expect((await verify.execute(0, null)).fault).toEqual({
      sequence: 0,
      recordId: 'aud_forged',
      kind: 'unlinked',
    });
  });

  test('verification against an exported head shows that the end of the audit log was removed, or that the log was rewritten (fault 69)', async () => {
    const { audit, verify, record } = await logOf(5);
    const exported = { sequence: 10, hash: record(10).hash };
    expect((await verify.execute(0, exported)).fault).toBeNull();
    expect((await verify.execute(0, { ...exported, sequence: 9 })).fault).toMatchObject({
      kind: 'other_head',
    });
    audit.chain.pop();
    expect((await verify.execute(0, null)).fault).toBeNull();
    expect((await verify.execute(0, exported)).fault).toEqual({
      sequence: 10,
      recordId: null,
      kind: 'other_head',
    });
  });
});
