import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort, freePorts, portRange } from '../src/free-ports.ts';

const server = createServer();
afterEach(() => server.close());

test('free ports are outside the range from which the system gives a port to other programs', async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  const [firstOfSystem] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
    .split('\t')
    .map(Number);
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(portRange.from);
    expect(port).toBeLessThan(firstOfSystem ?? Number.NaN);
  }
});

test('a port that was chosen before, or that is in use, is not chosen', async () => {
  const before = await freePort();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const taken = (server.address() as AddressInfo).port;
  const drawn = [before, taken];
  const [port] = await freePorts(1, () => drawn.shift() ?? randomInt(portRange.from, portRange.to));
  expect(drawn).toEqual([]);
  expect([before, taken]).not.toContain(port);
});
