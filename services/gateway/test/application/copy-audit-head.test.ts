import { expect, test } from 'vitest';
import { LoggedAuditHeads } from '../../src/adapters/outbound/logged-audit-heads.ts';
import { CopyAuditHead } from '../../src/application/operator/copy-audit-head.ts';
import { VerifyAuditLog } from '../../src/application/operator/verify-audit-log.ts';
import { newAuditEntry } from '../../src/domain/audit-entry.ts';
import { start } from '../builders/times.ts';
import { InMemoryAuditLog } from '../in-memory/in-memory-audit-log.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

const DAY_SECONDS = 86_400;

function copying() {
  const audit = new InMemoryAuditLog();
  const clock = new SettableClock(start);
  const lines: unknown[] = [];
  const logger = { info: (...line: unknown[]) => lines.push(line) };
  const copies = new LoggedAuditHeads(logger as never);
  const copy = new CopyAuditHead({ audit, copies, clock });
  const change = (action: 'keys.add' | 'keys.revoke') =>
    audit.append(
      newAuditEntry(
        { operator: 'ann', address: '10.0.0.7', requestId: 'req_1', details: {}, action, about: [] },
        clock.now(),
      ),
    );
  const head = () => `${audit.chain.length}:${audit.chain.at(-1)?.hash}`;
  return { audit, clock, lines, copy, change, head };
}

test('the head of the audit log is written to the gateway’s log once a day', async () => {
  const { clock, lines, copy, change, head } = copying();
  await change('keys.add');
  const first = head();
  await copy.execute();
  await change('keys.revoke');
  clock.pass(DAY_SECONDS - 1);
  await copy.execute();
  expect(lines).toEqual([[{ head: first }, 'audit_head']]);
  clock.pass(1);
  await copy.execute();
  expect(lines).toEqual([
    [{ head: first }, 'audit_head'],
    [{ head: head() }, 'audit_head'],
  ]);
});

test('the head of an empty audit log is written once the log has an entry', async () => {
  const { lines, copy, change, head } = copying();
  await copy.execute();
  expect(lines).toEqual([]);
  await change('keys.add');
  await copy.execute();
  expect(lines).toEqual([[{ head: head() }, 'audit_head']]);
});

test('a head of the audit log in the gateway’s log shows later that the end of the audit log was removed (fault 69)', async () => {
  const { audit, lines, copy, change } = copying();
  await change('keys.add');
  await change('keys.revoke');
  await copy.execute();
  const [[{ head }]] = lines as [[{ head: string }, string]];
  const [sequence, hash = ''] = head.split(':');
  audit.chain.pop();
  const { fault } = await new VerifyAuditLog({ audit }).execute(0, { sequence: Number(sequence), hash });
  expect(fault?.kind).toBe('other_head');
});
