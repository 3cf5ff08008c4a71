import { expect, test, vi } from 'vitest';
import { AuditChanges } from '../../src/application/operator/audit-changes.ts';
import { refuse } from '../../src/application/refusal.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { InMemoryAuditLog } from '../in-memory/in-memory-audit-log.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

const requested = {
  operator: 'ann',
  address: '10.0.0.7',
  requestId: 'req_1',
  action: 'keys.add',
  about: ['mer_1'],
  details: {},
} as const;

function recording() {
  const audit = new InMemoryAuditLog();
  const changes = new AuditChanges({ audit, clock: new SettableClock() });
  const entries = () => audit.list({ about: null, after: null, limit: 10 });
  return { audit, changes, entries };
}

const added = async () => ({ kind: 'added' as const, keyId: 'key_1' });
const unavailable = () => Promise.reject(new TemporarilyUnavailable('the database does not answer'));

test('the entry is written before the change, and has the outcome afterwards', async () => {
  const { changes, entries } = recording();
  const change = async () => {
    expect(await entries()).toMatchObject([{ outcome: null, about: ['mer_1'] }]);
    return added();
  };
  expect(await changes.record(requested, change, ({ keyId }) => [keyId])).toEqual(await added());
  expect(await entries()).toMatchObject([{ outcome: 'done', about: ['mer_1', 'key_1'] }]);
});

test('the entry has the members that the change changed, before and after it', async () => {
  const audit = new InMemoryAuditLog();
  const states = [
    { mer_1: { name: 'Shop', state: 'active' } },
    { mer_1: { name: 'Store', state: 'active' }, key_1: { state: 'active' } },
  ];
  const describe = { execute: async () => states.shift() ?? {} };
  const changes = new AuditChanges({ audit, clock: new SettableClock(), describe });
  await changes.record(requested, added, ({ keyId }) => [keyId]);
  expect(await audit.list({ about: null, after: null, limit: 10 })).toMatchObject([
    { before: { mer_1: { name: 'Shop' } }, after: { mer_1: { name: 'Store' }, key_1: { state: 'active' } } },
  ]);
});

test('a change is recorded although its object cannot be described', async () => {
  const audit = new InMemoryAuditLog();
  const describe = { execute: () => Promise.reject(new Error('no key decrypts it')) };
  const changes = new AuditChanges({ audit, clock: new SettableClock(), describe });
  await changes.record(requested, added, () => []);
  expect(await audit.list({ about: null, after: null, limit: 10 })).toMatchObject([
    { outcome: 'done', before: null, after: null },
  ]);
});

test('a refusal is recorded by its name', async () => {
  const { changes, entries } = recording();
  await changes.record(
    requested,
    async () => refuse('TOO_MANY_KEYS', 'five'),
    () => ['never'],
  );
  expect(await entries()).toMatchObject([{ outcome: 'TOO_MANY_KEYS', about: ['mer_1'] }]);
});

test('a change that cannot be recorded is not made', async () => {
  const { audit, changes } = recording();
  vi.spyOn(audit, 'append').mockImplementation(unavailable);
  const change = vi.fn(added);
  await expect(changes.record(requested, change, () => [])).rejects.toThrow(TemporarilyUnavailable);
  expect(change).not.toHaveBeenCalled();
});

test('a change with an unknown outcome has an entry without one', async () => {
  const { changes, entries } = recording();
  await expect(changes.record(requested, unavailable, () => [])).rejects.toThrow(TemporarilyUnavailable);
  expect(await entries()).toMatchObject([{ outcome: null }]);
});

test('the answer is given even if the outcome cannot be recorded', async () => {
  const { audit, changes } = recording();
  vi.spyOn(audit, 'conclude').mockImplementation(unavailable);
  expect(await changes.record(requested, added, () => [])).toEqual(await added());
});
