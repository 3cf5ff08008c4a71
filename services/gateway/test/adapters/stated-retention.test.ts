import { readFileSync } from 'node:fs';
import { NONCE_LIFETIME_MS } from '@kassa/contracts';
import mongoose from 'mongoose';
import { expect, test } from 'vitest';
import { declareCollections } from '../../src/adapters/outbound/mongo/all-collections.ts';
import { schemaNumbers } from '../../src/adapters/outbound/mongo/schema-numbers.ts';
import { RemoveExpired } from '../../src/application/duties/remove-expired.ts';
import { oldestKeptAt } from '../../src/domain/webhook/event-log-times.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

/** Checks what operators read about the retention of data, because they plan and answer consumers by it. */

const page = readFileSync(new URL('../../../../docs/guides/retention.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, collection = '', kept = '', deletedBy = '']) => ({ collection, kept, deletedBy }),
);

function deletedBy(who: string): readonly string[] {
  return rows.filter((row) => row.deletedBy === who).map(({ collection }) => collection);
}

function keptOf(name: string): string | undefined {
  return rows.find(({ collection }) => collection === name)?.kept;
}

test('the page about retention has every collection once', () => {
  const named = rows.map(({ collection }) => collection);
  expect(named.toSorted()).toEqual([...Object.keys(schemaNumbers), 'jobs'].toSorted());
});

test('the database itself deletes only what the page says', () => {
  const connection = mongoose.createConnection();
  declareCollections(connection);
  const expiring = Object.values(connection.models).filter(({ schema }) =>
    schema.indexes().some(([, options]) => 'expireAfterSeconds' in options),
  );
  expect(expiring.map(({ collection }) => collection.collectionName)).toEqual(deletedBy('the database'));
  expect(keptOf('nonces')).toBe(`${NONCE_LIFETIME_MS / 60_000} minutes`);
});

test('the duty deletes only what the page says, after the stated 30 days', async () => {
  const clock = new SettableClock();
  const asked: [collection: string, before: Date][] = [];
  const remove = (collection: string) => async (before: Date) => {
    asked.push([collection, before]);
    return 0;
  };
  const [events, inbox] = [remove('events'), remove('channel_callbacks')];
  await new RemoveExpired({
    events: { removeEnded: events } as never,
    inbox: { removeApplied: inbox } as never,
    clock,
  }).execute();
  const before = new Date(clock.now().getTime() - 30 * 86_400_000);
  expect(oldestKeptAt(clock.now())).toEqual(before);
  expect(asked).toEqual(deletedBy('a duty of the workers').map((collection) => [collection, before]));
  for (const [collection] of asked) expect(keptOf(collection)).toMatch(/^30 days /);
});
