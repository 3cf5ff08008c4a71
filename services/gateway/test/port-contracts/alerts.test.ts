import pino from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { LoggedAlerts } from '../../src/adapters/outbound/alerts/logged-alerts.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { alertsContract, oneOfEach } from './alerts-contract.ts';

describe('recorded alerts', () => alertsContract(() => new RecordedAlerts()));

describe('logged alerts', () => {
  function logged(write: (line: string) => void = () => {}) {
    const registry = new Registry();
    const alerts = new LoggedAlerts(pino({ level: 'info' }, { write }), registry);
    return { alerts, metrics: () => registry.metrics() };
  }

  alertsContract(() => logged().alerts);

  test('are a line with the facts, and counted by kind', async () => {
    const lines: string[] = [];
    const { alerts, metrics } = logged((line) => lines.push(line));
    alerts.raise(oneOfEach.return_failed);
    alerts.raise(oneOfEach.return_failed);
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 40,
      msg: 'return_failed',
      orderId: 'ord_1',
      refundId: 'ref_1',
    });
    expect(await metrics()).toContain('kassa_alerts_total{kind="return_failed"} 2');
  });

  test('are counted even if the log cannot be written', async () => {
    const { alerts, metrics } = logged(() => {
      throw new Error('the disk is full');
    });
    alerts.raise(oneOfEach.money_returned);
    alerts.raise(oneOfEach.duty_failed);
    const text = await metrics();
    expect(text).toContain('kassa_alerts_total{kind="money_returned"} 1\n');
    expect(text).toContain('kassa_alerts_total{kind="duty_failed"} 1\n');
  });

  test('of every kind are exported from zero, so that the first one is seen as an increase', async () => {
    const text = await logged().metrics();
    for (const kind of Object.keys(oneOfEach)) {
      expect(text).toContain(`kassa_alerts_total{kind="${kind}"} 0\n`);
    }
  });
});
