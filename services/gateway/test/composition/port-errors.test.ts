import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { portError, StartError } from '../../src/composition/start-error.ts';

const address = {
  host: '127.0.0.1',
  port: 80,
  purpose: 'the merchant interface',
  variable: 'KASSA_MERCHANT_PORT',
  hostVariable: 'KASSA_MERCHANT_HOST',
};

/** Returns Node's own error if it cannot listen on a host of this name. */
async function errorAt(host: string): Promise<unknown> {
  const server = createServer();
  return new Promise((resolve) => server.once('error', resolve).listen(0, host));
}

test.each(['192.0.2.1', 'no-such-host.invalid'])(
  'a host that this machine does not have is named with its variable: %s',
  async (host) => {
    expect(portError(await errorAt(host), { ...address, host })).toEqual(
      new StartError(
        `This machine has no address ${host}, on which the merchant interface should listen. Correct KASSA_MERCHANT_HOST.`,
      ),
    );
  },
);

test('a port that the user may not open is named with its variable', () => {
  const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
  expect(portError(error, address)).toEqual(
    new StartError(
      'This user may not open port 80 on 127.0.0.1, for the merchant interface. Choose a port from 1024 with KASSA_MERCHANT_PORT, or permit it.',
    ),
  );
});

test('an error of the gateway’s own code stays unchanged', () => {
  const fault = new TypeError('no such member');
  expect(portError(fault, address)).toBe(fault);
});
