import { describe } from 'vitest';
import { SystemClock } from '../../src/adapters/outbound/system-clock.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { clockContract } from './clock-contract.ts';

describe('the system’s clock', () => clockContract(() => new SystemClock()));

describe('a stopped clock', () => clockContract(() => new SettableClock()));

describe('a stopped clock that was moved', () =>
  clockContract(() => {
    const clock = new SettableClock();
    clock.move(3_600);
    return clock;
  }));
