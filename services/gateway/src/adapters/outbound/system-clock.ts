import type { Clock } from '../../ports/clock.ts';

export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }

  realNow(): Date {
    return new Date();
  }
}
