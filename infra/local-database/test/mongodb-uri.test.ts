import { expect, test } from 'vitest';
import { hostsOf, readMongodbUri } from '../src/ways/mongodb-uri.ts';

test.each([
  ['mongodb://db.test:27017', 'mongodb://db.test:27017/'],
  ['mongodb://db.test/', 'mongodb://db.test/'],
  ['mongodb://a.test,b.test:2/?replicaSet=rs0', 'mongodb://a.test,b.test:2/?replicaSet=rs0'],
  ['mongodb+srv://cluster.test/shop?w=majority', 'mongodb+srv://cluster.test/?w=majority'],
  ['mongodb://u:p@db.test/shop', 'mongodb://u:p@db.test/?authSource=shop'],
  ['mongodb://u:p@db.test/shop?authSource=admin', 'mongodb://u:p@db.test/?authSource=admin'],
])('%s is used as %s', (configured, used) => {
  expect(readMongodbUri({ MONGODB_URI: configured })).toBe(used);
});

test.each([{}, { MONGODB_URI: '' }])('%j names no database', (environment) => {
  expect(readMongodbUri(environment)).toBeUndefined();
});

test('an invalid MONGODB_URI is an error that does not quote it', () => {
  expect(() => readMongodbUri({ MONGODB_URI: 'postgres://u:secret@db.test/' })).toThrow(
    /^MONGODB_URI is set, but/,
  );
});

test('the text for people contains no credentials', () => {
  expect(hostsOf('mongodb://u:p@a.test:1,b.test:2/?w=1')).toBe('a.test:1,b.test:2');
});
