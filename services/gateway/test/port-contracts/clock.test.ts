import { describe } from 'vitest';
import { SystemClock } from '../../src/adapters/outbound/system-clock.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { clockContract } from './clock-contract.ts';

describe('the system’s clock', () => clockContract(() => new SystemClock()));

describe('a clock that stands', () => clockContract(() => new SettableClock()));

describe('a clock that stands and was moved', () =>
  clockContract(() => {
    const clock = new SettableClock();
    clock.move(3_600);
    return clock;
  }));
