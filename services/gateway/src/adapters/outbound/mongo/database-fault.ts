import { MongoError, MongoNetworkError, MongoNetworkTimeoutError, MongoServerError } from 'mongodb';
import { StorageRefused } from '../../../ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../../../ports/temporarily-unavailable.ts';
import { IndexDiffers } from './build-index.ts';
import { DATABASE_DEADLINE_MS, refusalOf } from './database-errors.ts';
import { AWAY_AFTER_MS, DatabaseAway } from './database-reach.ts';
import { UnsafeEngineSetting } from './engine-settings.ts';
import { IndexesNotBuilt } from './prepare-collections.ts';

/** Why the database cannot be used, in words for operators. The words never contain a part of a password. */
export interface DatabaseFault {
  /**
   * `address`: the connection string itself is wrong. `unsafe`: one of its options could lose data. `away`: no usable answer
   * came. `refused`: the database answers, but refuses the operation.
   */
  readonly kind: 'address' | 'unsafe' | 'away' | 'refused';
  /** What is wrong. These words complete a sentence. */
  readonly reason: string;
  /** What to do about it, as a sentence. */
  readonly advice: string;
}

/** Returns why the database could not be opened. */
export function faultOfOpening(error: unknown, uri: string): DatabaseFault {
  if (error instanceof UnsafeEngineSetting) {
    return { kind: 'unsafe', reason: error.message, advice: 'Remove or correct this option.' };
  }
  // The driver throws these two errors before it opens any connection. Their messages can repeat parts of the address.
  if (error instanceof Error && ['MongoParseError', 'MongoRuntimeError'].includes(error.name)) {
    return faultOfAddress(error, uri);
  }
  if (error instanceof Error && 'path' in error && 'syscall' in error) {
    const reason = `the file ${error.path}, which it names, cannot be read (${codeOf(error)})`;
    return address(reason, 'Correct MONGODB_URI.');
  }
  return databaseFaultOf(error) ?? away(`it fails with ${quoted(error)}`, startOrCorrect);
}

/** Returns a text that says what is wrong with MONGODB_URI; undefined if nothing is wrong with it. */
export function wrongAddressText({ kind, reason, advice }: DatabaseFault): string | undefined {
  if (kind === 'unsafe') return `MONGODB_URI is not safe: ${reason}. ${advice}`;
  return kind === 'address' ? `MONGODB_URI cannot be used: ${reason}. ${advice}` : undefined;
}

/** Returns why an operation of the database failed; undefined if the error does not come from the database. */
export function databaseFaultOf(error: unknown): DatabaseFault | undefined {
  if (error instanceof TemporarilyUnavailable || error instanceof StorageRefused)
    return faultOfOperation(error);
  if (error instanceof MongoServerError) return faultOfAnswer(error);
  if (error instanceof IndexesNotBuilt || error instanceof IndexDiffers)
    return { kind: 'refused', reason: error.message, advice: migrate };
  const servers = unreachableServers(error);
  if (servers.length > 0) {
    return away(servers.map(([name, fault]) => whyUnreachable(name, fault)).join('; '), startOrCorrect);
  }
  if (error instanceof DatabaseAway) {
    return away(`no server that accepts writes was reachable for ${AWAY_AFTER_MS / 1_000} s`, startOrCorrect);
  }
  if (isNetworkFault(error)) return away(whyUnreachable(hostIn(error), error), lookAtDatabase);
  return error instanceof MongoError ? away(`it fails with ${quoted(error)}`, lookAtDatabase) : undefined;
}

const startOrCorrect = 'Start the database, or correct MONGODB_URI.';
const lookAtDatabase = 'Look at the database: is it overloaded, or does it restart?';
const migrate = 'Run `kassa-admin database migrate` of the version that you want to start.';
const grant = 'Grant this user `readWrite` on the database.';

function address(reason: string, advice: string): DatabaseFault {
  return { kind: 'address', reason, advice };
}

function away(reason: string, advice: string): DatabaseFault {
  return { kind: 'away', reason, advice };
}

/** Names only the option that the driver refuses, because anything else in the address could be a part of the password. */
function faultOfAddress({ message }: Error, uri: string): DatabaseFault {
  const options = (uri.split('?')[1] ?? '').split('&').map((option) => option.split('=')[0] ?? '');
  const refused = options.find(
    (option) => /^\w+$/.test(option) && new RegExp(`\\b${option}\\b`).test(message),
  );
  if (refused !== undefined) {
    return address(`its option ${refused} does not exist or has a wrong value`, 'Correct MONGODB_URI.');
  }
  return address(
    'it is not a connection string that MongoDB’s driver understands',
    'Correct MONGODB_URI, for example mongodb://kassa:password@127.0.0.1:27017. Percent-encode special characters of the password.',
  );
}

function faultOfOperation(error: TemporarilyUnavailable | StorageRefused): DatabaseFault {
  if (error instanceof StorageRefused) {
    if (error.cause instanceof MongoServerError) return faultOfAnswer(error.cause);
    return { kind: 'refused', reason: 'it refuses a document as too large', advice: lookAtDatabase };
  }
  const fault = error.cause === undefined ? undefined : databaseFaultOf(error.cause);
  return fault ?? away(`it gave no answer within ${DATABASE_DEADLINE_MS / 1_000} s`, lookAtDatabase);
}

function faultOfAnswer(error: MongoServerError): DatabaseFault {
  if (error.code === AUTHENTICATION_FAILED) {
    const advice = 'Correct the user and the password in MONGODB_URI.';
    return { kind: 'refused', reason: 'it does not accept the user or the password', advice };
  }
  if (refusalOf(error.code) === 'not_permitted') {
    const reason = `it does not permit the user of MONGODB_URI an operation that the gateway needs: ${quoted(error)}`;
    return { kind: 'refused', reason, advice: grant };
  }
  return { kind: 'refused', reason: `it answers with the error ${quoted(error)}`, advice: lookAtDatabase };
}

const AUTHENTICATION_FAILED = 18;

/** Returns the servers that the driver could not reach, with their errors. */
function unreachableServers(error: unknown): readonly (readonly [string, Error])[] {
  const { servers } = (error as { reason?: { servers?: unknown } } | undefined)?.reason ?? {};
  if (!(servers instanceof Map)) return [];
  return [...servers].flatMap(([name, server]) =>
    server?.error instanceof Error ? [[String(name), server.error as Error] as const] : [],
  );
}

function isNetworkFault(error: unknown): boolean {
  return (
    error instanceof MongoNetworkError || (error instanceof Error && Object.hasOwn(whyByCode, codeOf(error)))
  );
}

/** The host name whose address was not found, if the error names it. */
function hostIn(error: unknown): string {
  const { hostname } = error as { hostname?: unknown };
  return typeof hostname === 'string' ? hostname : 'it';
}

/** Says why a server cannot be reached. The driver wraps the error of the connection. */
function whyUnreachable(name: string, error: unknown): string {
  const why = whyByCode[codeOf(error)];
  if (why !== undefined) return why(name);
  if (error instanceof MongoNetworkTimeoutError) return `${name} gives no answer in time`;
  if (/closed$/.test(messageOf(error))) return `${name} closes the connection`;
  if (/CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(codeOf(error))) {
    return `the certificate of ${name} is not trusted (${codeOf(error)})`;
  }
  if (/SSL|EPROTO/.test(codeOf(error)))
    return `${name} does not speak TLS as MONGODB_URI asks (${codeOf(error)})`;
  return `${name} fails with ${quoted(error)}`;
}

const whyByCode: Readonly<Record<string, (name: string) => string>> = {
  ECONNREFUSED: (name) => `nothing listens at ${name}`,
  ENOTFOUND: (name) => `the host name of ${name} does not exist`,
  ENODATA: (name) => `the name servers have no entry for ${name}`,
  EAI_AGAIN: (name) => `no name server answers for ${name}`,
  EHOSTUNREACH: (name) => `no network leads to ${name}`,
  ENETUNREACH: (name) => `no network leads to ${name}`,
  ETIMEDOUT: (name) => `${name} gives no answer in time`,
  ECONNRESET: (name) => `${name} closes the connection`,
  EPIPE: (name) => `${name} closes the connection`,
};

function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return String(cause?.code ?? code ?? '');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The first line of the error's message. */
function quoted(error: unknown): string {
  return `“${messageOf(error).split('\n')[0]?.slice(0, 200)}”`;
}
