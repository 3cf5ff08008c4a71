import type { AddedKey, Merchant } from '@kassa/contracts';
import { table } from '../terminal/text-layout.ts';

/** A merchant's keys, the oldest first. */
export function keyListText({ keys }: Pick<Merchant, 'keys'>): string {
  const rows = keys.map(({ key_id, state, created_at, revoked_at, fingerprint }) => [
    key_id,
    state,
    created_at,
    revoked_at ?? '',
    fingerprint,
  ]);
  return table(['Key', 'State', 'Since', 'Revoked', 'SHA-256'], rows);
}

export function addedKeyText(added: AddedKey): string {
  return `${added.key_id} is active.\n\n${keyListText(added)}`;
}
