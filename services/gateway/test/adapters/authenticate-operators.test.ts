import type { Context } from 'koa';
import { Registry } from 'prom-client';
import { expect, test, vi } from 'vitest';
import { GuessAlerts } from '../../src/adapters/inbound/http/guess-alerts.ts';
import {
  authenticateOperators,
  operatorOf,
} from '../../src/adapters/inbound/http/middleware/authenticate-operators.ts';
import { RefusedError } from '../../src/adapters/inbound/http/refused-error.ts';
import { UnprovenCallers } from '../../src/adapters/inbound/http/unproven-callers.ts';
import { IdentifyOperator } from '../../src/application/operator/identify-operator.ts';
import { InMemoryOperatorTokens } from '../in-memory/in-memory-operator-tokens.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

const burst = 5;
const bootstrapToken = 'the-token-of-the-start';
const guess = (count: number) => `kop_${String(count).padStart(43, 'g')}`;

function port() {
  const operatorTokens = new InMemoryOperatorTokens();
  const find = vi.spyOn(operatorTokens, 'find');
  const alerts = new RecordedAlerts();
  const limits = { network: { perSecond: 0.001, burst }, claim: null };
  const unproven = new UnprovenCallers(
    limits,
    new GuessAlerts({ alerts, metrics: new Registry() }, 'operations_tokens'),
  );
  const identify = new IdentifyOperator({ operatorTokens, bootstrapToken, clock: new SettableClock() });
  const middleware = authenticateOperators(identify, unproven);
  const call = async (token: string, ip = '203.0.113.7') => {
    const ctx = { ip, state: {}, get: () => `Bearer ${token}` } as unknown as Context;
    try {
      await middleware(ctx, async () => {});
      return operatorOf(ctx).name;
    } catch (error) {
      if (error instanceof RefusedError) return error.refusal.name;
      throw error;
    }
  };
  return { call, find, alerts };
}

test('if somebody guesses operators’ tokens too often, the gateway refuses the calls without checking them, and alerts operators (fault 66)', async () => {
  const { call, find, alerts } = port();
  const outcomes = [];
  for (let count = 0; count < 100; count += 1) outcomes.push(await call(guess(count)));
  expect(outcomes.filter((outcome) => outcome === 'OPERATOR_UNAUTHORISED')).toHaveLength(burst);
  expect(outcomes.filter((outcome) => outcome === 'RATE_LIMITED')).toHaveLength(100 - burst);
  expect(find).toHaveBeenCalledTimes(burst);
  expect(alerts.raised).toMatchObject([{ kind: 'guesses_refused', what: 'operations_tokens' }]);
  // Even the right token is not checked, so the guesser would not notice a hit.
  expect(await call(bootstrapToken)).toBe('RATE_LIMITED');
  expect(await call(bootstrapToken, '198.51.100.9')).toBe('bootstrap');
});

test('if somebody guesses operators’ tokens, an operator who has called from the same network before is not locked out (fault 66)', async () => {
  const { call } = port();
  expect(await call(bootstrapToken)).toBe('bootstrap');
  for (let count = 0; count < 100; count += 1) await call(guess(count));
  expect([await call(guess(100)), await call(bootstrapToken)]).toEqual(['RATE_LIMITED', 'bootstrap']);
});
