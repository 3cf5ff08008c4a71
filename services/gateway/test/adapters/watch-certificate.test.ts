import { mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCertificate } from '../../src/adapters/inbound/http/server/certificate.ts';
import { type ListeningServer, listen } from '../../src/adapters/inbound/http/server/listen.ts';
import { WatchCertificate } from '../../src/adapters/inbound/http/server/watch-certificate.ts';
import { findFreePorts } from '../http/support/free-ports.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { type SelfSigned, selfSigned } from '../support/self-signed.ts';

let folder: string;
let server: ListeningServer;
let watch: WatchCertificate;
let alerts: RecordedAlerts;
let port: number;
let first: SelfSigned;
let nowMs: number;

const inFolder = (name: string) => join(folder, name);

function write({ certificate, key }: SelfSigned): void {
  writeFileSync(inFolder('tls.crt'), certificate);
  writeFileSync(inFolder('tls.key'), key);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kassa-tls-'));
  first = selfSigned({ name: 'first' });
  write(first);
  const files = { certificate: inFolder('tls.crt'), key: inFolder('tls.key') };
  const used = await readCertificate(files);
  [port = 0] = await findFreePorts(1);
  server = await listen(
    (_request, response) => response.end('here'),
    { host: '127.0.0.1', port },
    { requestTimeoutMs: 2_000, connections: { inAll: 100, perAddress: null }, certificate: used },
  );
  alerts = new RecordedAlerts();
  nowMs = Date.now();
  watch = new WatchCertificate({
    read: () => readCertificate(files),
    used,
    use: (certificate) => server.useCertificate(certificate),
    alerts,
    now: () => nowMs,
  });
});
afterEach(async () => {
  watch.stop();
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Connects without trusting the certificate in advance, and returns the name of its owner. */
async function shownName(): Promise<string> {
  const socket = await connected();
  const name = String(socket.getPeerCertificate().subject.CN);
  socket.destroy();
  return name;
}

function connected(): Promise<TLSSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => resolve(socket));
  socket.once('error', reject);
  return promise;
}

function ask(ca: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  request({ host: '127.0.0.1', port, ca, agent: false }, (response) => {
    response.resume();
    resolve(response.statusCode);
  })
    .once('error', reject)
    .end();
  return promise;
}

describe('the certificate of a server', () => {
  it('is used for new connections when its files have changed, and open connections continue', async () => {
    const open = await connected();
    const second = selfSigned({ name: 'second' });
    write(second);
    await watch.reload();
    expect(await shownName()).toBe('second');
    expect(await ask(second.certificate)).toBe(200);
    await expect(ask(first.certificate)).rejects.toThrow();
    open.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const received = await open.toArray();
    expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(alerts.raised).toEqual([]);
  });

  it('is used after a link to it has changed, as with mounted secrets', async () => {
    const second = selfSigned({ name: 'second' });
    for (const [name, content] of [
      ['tls.crt', second.certificate],
      ['tls.key', second.key],
    ] as const) {
      writeFileSync(inFolder(`new-${name}`), content);
      unlinkSync(inFolder(name));
      symlinkSync(inFolder(`new-${name}`), inFolder(name));
    }
    await watch.reload();
    expect(await shownName()).toBe('second');
  });

  it.each<[string, () => void, string]>([
    [
      'belong to different keys',
      () => writeFileSync(inFolder('tls.key'), selfSigned().key),
      'KEY_VALUES_MISMATCH',
    ],
    ['are damaged', () => writeFileSync(inFolder('tls.crt'), first.certificate.slice(0, 200)), 'tls.crt'],
    ['are missing', () => unlinkSync(inFolder('tls.key')), 'tls.key cannot be read (ENOENT)'],
    ['are empty', () => writeFileSync(inFolder('tls.crt'), ''), 'tls.crt'],
  ])('stays if the new files %s, and an alert says so', async (_, spoil, told) => {
    spoil();
    await watch.reload();
    expect(await shownName()).toBe('first');
    expect(await ask(first.certificate)).toBe(200);
    expect(alerts.raised).toEqual([{ kind: 'certificate_unusable', detail: expect.stringContaining(told) }]);
    expect(JSON.stringify(alerts.raised)).toContain('still uses the certificate from before');
    expect(JSON.stringify(alerts.raised)).not.toContain('PRIVATE KEY');
  });

  it('raises an alert when it expires within a week', async () => {
    nowMs += 82 * 86_400_000;
    await watch.reload();
    expect(alerts.raised).toEqual([]);
    nowMs += 2 * 86_400_000;
    await watch.reload();
    expect(alerts.raised).toEqual([
      {
        kind: 'certificate_unusable',
        detail: expect.stringMatching(/^the certificate is valid until .+Z only$/),
      },
    ]);
  });
});

describe('a problem with the files of a certificate', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('raises an alert if two consecutive checks find it, and then once an hour', async () => {
    const raised = new RecordedAlerts();
    const used = { certificatePem: Buffer.of(1), keyPem: Buffer.of(1), expiresAt: new Date('2100-01-01') };
    let isHalfReplaced = true;
    const looking = new WatchCertificate({
      read: () => (isHalfReplaced ? Promise.reject(new Error('the key differs')) : Promise.resolve(used)),
      used,
      use: () => {},
      alerts: raised,
    });
    looking.start();
    await vi.advanceTimersByTimeAsync(9_000);
    isHalfReplaced = false;
    await vi.advanceTimersByTimeAsync(60_000);
    isHalfReplaced = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(raised.kinds).toEqual([]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(raised.kinds).toEqual(['certificate_unusable']);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(raised.kinds).toHaveLength(2);
    looking.stop();
  });
});
