import { afterEach, expect, it } from 'vitest';
import type { AlertCarrier, AlertNotice } from '../../src/adapters/outbound/alerts/alert-notice.ts';
import { oneOfEach } from './alerts-contract.ts';

export const returnFailed: AlertNotice = {
  alert: oneOfEach.return_failed,
  from: { environment: 'production', instance: 'api-1:10040', deploymentUrl: 'https://api.pay.example' },
  runbook: 'https://api.pay.example/docs/runbooks/return-failed',
  at: new Date('2026-11-27T03:04:05Z'),
  since: new Date('2026-11-27T02:50:00Z'),
  leftOut: 5,
};

/** The carrier gives up a receiver that hangs after this time. */
export const carrierTimeoutMs = 300;

interface Receiver {
  readonly carrier: AlertCarrier;
  /** The number of alerts that the receiver has accepted. */
  accepted(): number;
  /** Stops the receiver. Rejects if the carrier keeps a connection to it. */
  stop(): Promise<void>;
}

/** Starts a receiver that behaves in a certain way, and opens the carrier to it. The carrier's secrets contain `hidden`. */
export type OpenCarrier = (behaviour: 'accepts' | 'refuses' | 'hangs') => Promise<Receiver>;

/** The contract of every way to an operator. */
export function alertCarrierContract(open: OpenCarrier): void {
  let receiver: Receiver | undefined;
  afterEach(() => receiver?.stop());

  it.each(Object.values(oneOfEach))('carries $kind', async (alert) => {
    receiver = await open('accepts');
    expect(await receiver.carrier.carry({ ...returnFailed, alert })).toBeNull();
    expect(receiver.accepted()).toBe(1);
  });

  it('says that a receiver refuses an alert, and does not reveal secrets', async () => {
    receiver = await open('refuses');
    const reason = await receiver.carrier.carry(returnFailed);
    expect(reason).toMatch(/status 5\d\d$/);
    expect(reason).not.toContain('hidden');
    expect(receiver.accepted()).toBe(0);
  });

  it('gives up a receiver that hangs, and closes its connection', async () => {
    receiver = await open('hangs');
    expect(await receiver.carrier.carry(returnFailed)).toBe(`no answer within ${carrierTimeoutMs / 1_000} s`);
  });

  it('says that a receiver cannot be reached', async () => {
    const { carrier, stop } = await open('accepts');
    await stop();
    receiver = undefined;
    expect(await carrier.carry(returnFailed)).toBe('ECONNREFUSED');
  });

  it('limits how many alerts of one kind it sends', async () => {
    receiver = await open('accepts');
    const { most, windowMs } = receiver.carrier;
    expect((most * 60_000) / windowMs).toBeLessThanOrEqual(10);
  });
}
