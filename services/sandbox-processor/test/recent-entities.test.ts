import { describe, expect, test } from 'vitest';
import { RecentEntities } from '../src/store/recent-entities.ts';

describe('recently used payments', () => {
  test('are kept in the latest version that was seen', () => {
    const recent = new RecentEntities();
    recent.put({ id: 'pay_1', version: 2 });
    recent.put({ id: 'pay_1', version: 1 });
    expect(recent.get('pay_1')).toEqual({ id: 'pay_1', version: 2 });
    recent.forget('pay_1');
    expect(recent.get('pay_1')).toBeUndefined();
  });

  test('are dropped to make room for others, the least recently used first', () => {
    const recent = new RecentEntities();
    for (let index = 0; index < 2_000; index += 1) recent.put({ id: `pay_${index}`, version: 1 });
    recent.put({ id: 'pay_0', version: 2 });
    recent.put({ id: 'pay_2000', version: 1 });
    expect(recent.get('pay_1')).toBeUndefined();
    expect(recent.get('pay_0')).toEqual({ id: 'pay_0', version: 2 });
    expect(recent.get('pay_2')).toBeDefined();
  });
});
