import { type Db, MongoClient } from 'mongodb';
import { expect, test, vi } from 'vitest';
import {
  engineSettings,
  refuseUnfitForElections,
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

const member = { setName: 'kassa' };
const router = { msg: 'isdbgrid' };

test.each([
  ['a member of a replica set', member],
  ['a router of a sharded cluster', router],
])('writes that are not repeated are refused at %s', async (_server, hello) => {
  await expect(refuseUnfitForElections(answering(hello, 'retryWrites=false'))).rejects.toThrow(
    'the gateway needs retryWrites=true',
  );
  await expect(refuseUnfitForElections(answering(hello, 'retryWrites=true'))).resolves.toBeUndefined();
});

test('a direct connection to one member is refused, because it cannot follow an election to the next primary (fault 72)', async () => {
  const options = 'retryWrites=true&directConnection=true';
  await expect(refuseUnfitForElections(answering(member, options))).rejects.toThrow(
    'the gateway needs directConnection=false',
  );
  await expect(refuseUnfitForElections(answering(router, options))).resolves.toBeUndefined();
});

test('a server without elections needs neither option', async () => {
  const options = 'retryWrites=false&directConnection=true';
  await expect(refuseUnfitForElections(answering({}, options))).resolves.toBeUndefined();
});

function answering(hello: object, options: string): MongoClient {
  const client = new MongoClient(`mongodb://a.test/?${options}`);
  vi.spyOn(client, 'db').mockReturnValue({ command: async () => hello } as unknown as Db);
  return client;
}
