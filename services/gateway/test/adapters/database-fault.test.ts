import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { MongoClient, type MongoClientOptions, MongoError, MongoServerError } from 'mongodb';
import { afterAll, describe, expect, test } from 'vitest';
import { databaseFaultOf, faultOfOpening } from '../../src/adapters/outbound/mongo/database-fault.ts';
import { UnsafeEngineSetting } from '../../src/adapters/outbound/mongo/engine-settings.ts';
import { StorageRefused } from '../../src/ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';

const PASSWORD = 'pass-of-the-database';

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

async function listening(serve: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns the fault that the driver's own error leads to. */
async function faultAt(uri: string, options: MongoClientOptions = {}) {
  try {
    const limits = { serverSelectionTimeoutMS: 1_500, connectTimeoutMS: 400 };
    await new MongoClient(uri, { ...limits, ...options }).connect();
  } catch (error) {
    return faultOfOpening(error, uri);
  }
  throw new Error('the database was opened');
}

describe.concurrent('a database that cannot be opened', () => {
  test('because nothing listens', async () => {
    expect(await faultAt(`mongodb://kassa:${PASSWORD}@127.0.0.1:9/`)).toEqual({
      kind: 'away',
      reason: 'nothing listens at 127.0.0.1:9',
      advice: 'Start the database, or correct MONGODB_URI.',
    });
  });

  test('because none of its servers listens', async () => {
    const { reason } = await faultAt('mongodb://127.0.0.1:9,127.0.0.1:10/?replicaSet=kassa');
    expect(reason).toBe('nothing listens at 127.0.0.1:9; nothing listens at 127.0.0.1:10');
  });

  test('because it accepts the connection and sends nothing', async () => {
    const address = await listening(() => undefined);
    const { kind, reason } = await faultAt(`mongodb://${address}/`);
    expect({ kind, reason }).toEqual({ kind: 'away', reason: `${address} gives no answer in time` });
  });

  test('because it closes each connection', async () => {
    const address = await listening((socket) => socket.destroy());
    const { kind, reason } = await faultAt(`mongodb://${address}/`);
    expect({ kind, reason }).toEqual({ kind: 'away', reason: `${address} closes the connection` });
  });

  test('because it does not speak TLS', async () => {
    const address = await listening((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const { kind, reason } = await faultAt(`mongodb://${address}/?tls=true`);
    expect(kind).toBe('away');
    expect(reason).toMatch(
      new RegExp(`^${address} does not speak TLS as MONGODB_URI asks \\(ERR_SSL_\\w+\\)$`),
    );
  });

  test.each([
    ['an unknown option', '?colour=red', 'its option colour does not exist or has a wrong value'],
    ['a wrong value', '?maxPoolSize=many', 'its option maxPoolSize does not exist or has a wrong value'],
    [
      'a file that is not there',
      '?tls=true&tlsCAFile=/none.pem',
      'the file /none.pem, which it names, cannot be read (ENOENT)',
    ],
  ])('because its address has %s', async (_, options, reason) => {
    const fault = await faultAt(`mongodb://kassa:${PASSWORD}@127.0.0.1:9/${options}`);
    expect(fault).toMatchObject({ kind: 'address', reason });
  });

  test.each([
    'mongodb://',
    `mongodb://kassa:${PASSWORD}%zz@127.0.0.1:9/`,
    `mongodb://kassa:${PASSWORD}?x@127.0.0.1:9/`,
    'mongodb://127.0.0.1:99999/',
  ])('because its address has another form: %s', async (uri) => {
    const { kind, reason, advice } = await faultAt(uri);
    expect(kind).toBe('address');
    expect(`${reason} ${advice}`).not.toContain(PASSWORD);
    expect(advice).toContain('mongodb://');
  });

  test('because an option of its address could lose data', () => {
    const unsafe = new UnsafeEngineSetting('it sets w=1, and the gateway needs w=majority');
    expect(faultOfOpening(unsafe, 'mongodb://127.0.0.1/?w=1')).toMatchObject({
      kind: 'unsafe',
      reason: 'it sets w=1, and the gateway needs w=majority',
    });
  });

  test('because its host name cannot be resolved', () => {
    const unknown = Object.assign(new Error('querySrv ENOTFOUND _mongodb._tcp.db.invalid'), {
      code: 'ENOTFOUND',
      hostname: '_mongodb._tcp.db.invalid',
    });
    expect(faultOfOpening(unknown, 'mongodb+srv://db.invalid/').reason).toBe(
      'the host name of _mongodb._tcp.db.invalid does not exist',
    );
  });
});

describe('an operation that fails', () => {
  const refusal = new MongoServerError({ message: 'not authorized on kassa', code: 13 });

  test.each([
    [
      'at the deadline',
      new TemporarilyUnavailable('the database did not answer in time'),
      'away',
      'it gave no answer within 15 s',
    ],
    [
      'because the connection broke',
      new TemporarilyUnavailable('no answer', {
        cause: Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
      }),
      'away',
      'it closes the connection',
    ],
    [
      'because the password is wrong',
      new MongoServerError({ message: 'x', code: 18 }),
      'refused',
      'it does not accept the user or the password',
    ],
    [
      'because a permission is missing',
      new StorageRefused('not_permitted', 'refused', { cause: refusal }),
      'refused',
      'it does not permit the user of MONGODB_URI an operation that the gateway needs: “not authorized on kassa”',
    ],
    [
      'with another error of the database',
      new MongoServerError({ message: 'out of memory\nat somewhere', code: 39 }),
      'refused',
      'it answers with the error “out of memory”',
    ],
    ['in the driver', new MongoError('no free connection'), 'away', 'it fails with “no free connection”'],
  ] as const)('%s', (_, error, kind, reason) => {
    expect(databaseFaultOf(error)).toMatchObject({ kind, reason });
  });

  test('because of the gateway’s own code is not reported as a fault of the database', () => {
    expect(databaseFaultOf(new TypeError('no such member'))).toBeUndefined();
  });
});
