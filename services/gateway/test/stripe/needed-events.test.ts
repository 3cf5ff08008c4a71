import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { handlingOf, neededEvents } from '../../src/adapters/outbound/channels/stripe/stripe-event-types.ts';
import { publishedEventTypes } from './published/published-event-types.ts';

const kindOf = (type: string) => handlingOf(type).kind;

test('the endpoint must send every event that only an operator can act on', () => {
  const forOperator = publishedEventTypes.filter((type) => kindOf(type) === 'for_operator');
  expect(forOperator).toContain('radar.early_fraud_warning.created');
  expect(neededEvents).toEqual(expect.arrayContaining(forOperator));
});

test('of the events that are applied, the endpoint may leave out only those that others repeat', () => {
  const applied = publishedEventTypes.filter((type) => kindOf(type) === 'applied');
  expect(applied.filter((type) => !neededEvents.includes(type)).toSorted()).toEqual([
    'charge.captured',
    'charge.refund.updated',
    'charge.refunded',
  ]);
});

test('the README names exactly the events that the check of an account requires', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, listed = ''] =
    /The endpoint must send these events:\n([\s\S]*?)\n\n(?!-)`ProcessorA` takes/.exec(readme) ?? [];
  const named = [...listed.matchAll(/`([a-z_]+(?:\.[a-z_]+)+)`/g)].map(([, type]) => type);
  expect(named.toSorted()).toEqual([...neededEvents].toSorted());
});
