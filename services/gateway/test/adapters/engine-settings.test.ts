import { type Db, MongoClient } from 'mongodb';
import { expect, test, vi } from 'vitest';
import {
  engineSettings,
  refuseUnrepeatedWrites,
  refuseUnsafeOptions,
} from '../../src/adapters/outbound/mongo/engine-settings.ts';

const address = 'mongodb://a.test,b.test,c.test/';

test.each([
  ['w=1', 'it sets w=1, and the gateway needs w=majority'],
  ['w=0', 'it sets w=0, and the gateway needs w=majority'],
  ['journal=false', 'it sets journal=false, and the gateway needs journal=true'],
  [
    'readConcernLevel=local',
    'it sets readConcernLevel=local, and the gateway needs readConcernLevel=majority',
  ],
  [
    'readPreference=secondaryPreferred',
    'it sets readPreference=secondaryPreferred, and the gateway needs readPreference=primary',
  ],
])('an address that asks for weaker reads or writes is refused: %s', (option, fault) => {
  expect(() => refuseUnsafeOptions(`${address}?replicaSet=kassa&${option}`)).toThrow(fault);
});

test.each([
  '',
  '?replicaSet=kassa',
  '?replicaSet=kassa&retryWrites=true&w=majority&journal=true&readConcernLevel=majority&readPreference=primary',
])('an address with sufficient options is accepted: %s', (options) => {
  expect(() => refuseUnsafeOptions(address + options)).not.toThrow();
});

test('the gateway asks for a majority even if the address does not', () => {
  const { writeConcern, readConcern, readPreference, retryWrites, retryReads } = new MongoClient(
    address,
    engineSettings,
  ).options;
  expect(writeConcern).toMatchObject({ w: 'majority', journal: true });
  expect(readConcern?.level).toBe('majority');
  expect(readPreference.mode).toBe('primary');
  expect({ retryWrites, retryReads }).toEqual({ retryWrites: true, retryReads: true });
});

test.each([
  ['a member of a replica set', { setName: 'kassa' }],
  ['a router of a sharded cluster', { msg: 'isdbgrid' }],
])('writes that are not repeated are refused at %s', async (_server, hello) => {
  await expect(refuseUnrepeatedWrites(answering(hello, false))).rejects.toThrow(
    'the gateway needs retryWrites=true',
  );
  await expect(refuseUnrepeatedWrites(answering(hello, true))).resolves.toBeUndefined();
});

test('writes need no repetition at a server that elects nobody', async () => {
  await expect(refuseUnrepeatedWrites(answering({}, false))).resolves.toBeUndefined();
});

function answering(hello: object, retryWrites: boolean): MongoClient {
  const client = new MongoClient(`${address}?retryWrites=${retryWrites}`);
  vi.spyOn(client, 'db').mockReturnValue({ command: async () => hello } as unknown as Db);
  return client;
}
