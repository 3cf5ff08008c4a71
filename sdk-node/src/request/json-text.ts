import { localRefusal } from '../errors/local-refusal.ts';
import { ExactNumber } from './exact-amount.ts';

/**
 * Writes plain data as JSON with exact numbers kept digit by digit, which `JSON.stringify` can not do on
 * Node 20 (`JSON.rawJSON` came later). Members that are undefined are left out.
 *
 * @throws {InvalidRequestError} for what has no place in a request: functions, bigints, NaN, class instances
 */
export function writeJson(value: unknown, path = ''): string {
  if (value === null) return 'null';
  if (value instanceof ExactNumber) return value.text;
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (Number.isFinite(value)) return String(value);
      break;
    case 'object':
      if (Array.isArray(value)) {
        return `[${value.map((item, index) => writeJson(item, `${path}[${index}]`)).join(',')}]`;
      }
      if (isPlainObject(value)) return writeObject(value, path);
      break;
    case 'bigint':
    case 'function':
    case 'symbol':
    case 'undefined':
      break;
  }
  throw localRefusal('INVALID_REQUEST', path, 'can not be sent as JSON; use plain objects, text and numbers');
}

function writeObject(value: object, path: string): string {
  let members = '';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const text = writeJson(member, path === '' ? name : `${path}.${name}`);
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${text}`;
  }
  return `{${members}}`;
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
