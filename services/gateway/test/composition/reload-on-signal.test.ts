import { afterEach, expect, test, vi } from 'vitest';
import { reloadOnSignal } from '../../src/composition/reload-on-signal.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns the listeners for signals that a gateway with these files adds, without adding them to the process of the tests. */
function listenersOf(
  certificateFiles: { certificate: string; key: string } | null,
  reload: () => Promise<void>,
) {
  const listeners = new Map<string | symbol, () => unknown>();
  vi.spyOn(process, 'on').mockImplementation((name: string | symbol, listener: () => unknown) => {
    listeners.set(name, listener);
    return process;
  });
  reloadOnSignal({ reloadCertificate: reload }, { certificateFiles });
  return listeners;
}

test('each SIGHUP reads the certificate again', () => {
  const reload = vi.fn(async () => {});
  const listeners = listenersOf({ certificate: 'tls.crt', key: 'tls.key' }, reload);
  listeners.get('SIGHUP')?.();
  listeners.get('SIGHUP')?.();
  expect(reload).toHaveBeenCalledTimes(2);
});

test('without a certificate, SIGHUP keeps its usual effect', () => {
  expect(listenersOf(null, async () => {}).size).toBe(0);
});
