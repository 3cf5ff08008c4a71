import { type Connection, trusted } from 'mongoose';
import type { Environment } from '../../../../domain/environment.ts';
import type { ServerKeys } from '../../../../domain/expiring-key.ts';
import { inDatabase } from '../database-errors.ts';
import { keyCheckOf, SecretCipher } from '../secret-cipher.ts';
import { type DatabaseState, readState, stateId, stateModel } from './database-state.ts';
import { latestSecrets } from './stored-secrets.ts';

/**
 * What distinguishes one deployment from another. The deployment's database stores the environment and the keys' check values.
 */
export interface Deployment {
  readonly environment: Environment;
  /** The first key encrypts, and all of them decrypt. */
  readonly encryptionKeys: ServerKeys;
  /** The first key signs, and all of them verify. */
  readonly sessionKeys: ServerKeys;
}

/** The reason why a database does not belong to a deployment. */
export type Misfit =
  | { readonly kind: 'other_environment'; readonly stored: Environment }
  /**
   * `stored` contains the check values of the database's keys. It is empty if the database contains secrets but no check
   * values.
   */
  | { readonly kind: 'other_keys'; readonly stored: readonly string[]; readonly own: readonly string[] }
  /**
   * The database does not know the deployment's current key yet. Other instances might reject everything that is encrypted or
   * signed with it.
   */
  | { readonly kind: 'used_too_early'; readonly keys: 'encryption' | 'session'; readonly check: string };

/** Returns why the database does not belong to the deployment; undefined if it does, or if it belongs to nobody yet. */
export async function misfitOf(connection: Connection, deployment: Deployment): Promise<Misfit | undefined> {
  const state = await readState(connection);
  if (state === undefined) return undefined;
  const { environment } = state;
  if (environment !== undefined && environment !== deployment.environment) {
    return { kind: 'other_environment', stored: environment };
  }
  if (!(await hasKeyOf(connection, state, deployment))) {
    return { kind: 'other_keys', stored: state.keyChecks ?? [], own: checksOf(deployment.encryptionKeys) };
  }
  return (
    usedTooEarly('encryption', deployment.encryptionKeys, state.keyChecks) ??
    usedTooEarly('session', deployment.sessionKeys, state.sessionKeyChecks)
  );
}

/**
 * Returns why this instance must not use its first key. The reason is that the key is new to the database, while the database
 * already knows another key. Every instance must accept a new key before any instance uses it.
 */
function usedTooEarly(
  keys: 'encryption' | 'session',
  own: ServerKeys,
  known: readonly string[] = [],
): Misfit | undefined {
  const [first = '', ...others] = checksOf(own);
  const isNew = !known.includes(first) && others.some((check) => known.includes(check));
  return isNew ? { kind: 'used_too_early', keys, check: first } : undefined;
}

/**
 * Stores the deployment's environment and the check values of its keys, unless another deployment has stored its own before.
 * Returns the same as `misfitOf`, because two deployments can start on an empty database at the same time.
 */
export async function claimDatabase(
  connection: Connection,
  deployment: Deployment,
): Promise<Misfit | undefined> {
  const { environment } = deployment;
  const { retiredKeyChecks = [] } = (await readState(connection)) ?? {};
  const own = checksOf(deployment.encryptionKeys).filter((check) => !retiredKeyChecks.includes(check));
  const model = stateModel(connection);
  await inDatabase(() =>
    model.updateOne({ _id: stateId, environment: trusted({ $exists: false }) }, { $set: { environment } }),
  );
  await inDatabase(() =>
    model.updateOne(
      {
        _id: stateId,
        environment,
        $or: [trusted({ $exists: false }), trusted({ $size: 0 }), trusted({ $in: own })].map((keyChecks) => ({
          keyChecks,
        })),
      },
      { $addToSet: { keyChecks: { $each: own } } },
    ),
  );
  const misfit = await misfitOf(connection, deployment);
  if (misfit !== undefined) return misfit;
  const sessionKeys = checksOf(deployment.sessionKeys);
  await inDatabase(() =>
    model.updateOne({ _id: stateId }, { $addToSet: { sessionKeyChecks: { $each: sessionKeys } } }),
  );
  return undefined;
}

/**
 * Records all keys of the deployment as accepted, so that a gateway may immediately use the first of them. The caller makes
 * sure that the database belongs to the deployment.
 */
export async function acceptKeys(connection: Connection, deployment: Deployment): Promise<void> {
  const keyChecks = checksOf(deployment.encryptionKeys);
  const sessionKeyChecks = checksOf(deployment.sessionKeys);
  await inDatabase(() =>
    stateModel(connection).updateOne(
      { _id: stateId },
      {
        $addToSet: { keyChecks: { $each: keyChecks }, sessionKeyChecks: { $each: sessionKeyChecks } },
        $pull: { retiredKeyChecks: { $in: keyChecks } },
      },
    ),
  );
}

/** Removes the check values of the deployment's keys from the database, so that a gateway with other keys can start. */
export async function forgetKeyChecks(connection: Connection): Promise<void> {
  await inDatabase(() =>
    stateModel(connection).updateOne({ _id: stateId }, { $set: { keyChecks: [], retiredKeyChecks: [] } }),
  );
}

/** Returns the check values of keys. */
export function checksOf(keys: ServerKeys): string[] {
  return keys.map(keyCheckOf);
}

/**
 * Whether one of the deployment's keys is a key of the database. If the database has no check values yet, the answer depends on
 * its latest secrets: the deployment must be able to decrypt one of them. If the database has no secrets either, the answer is
 * yes.
 */
async function hasKeyOf(
  connection: Connection,
  { keyChecks }: DatabaseState,
  deployment: Deployment,
): Promise<boolean> {
  if (keyChecks !== undefined) {
    return (
      keyChecks.length === 0 || checksOf(deployment.encryptionKeys).some((check) => keyChecks.includes(check))
    );
  }
  const secrets = await latestSecrets(connection);
  const cipher = new SecretCipher(deployment.encryptionKeys);
  return secrets.length === 0 || secrets.some((secret) => cipher.decrypts(secret));
}
