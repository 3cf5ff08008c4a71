import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activeKeys, addKey, MAX_ACTIVE_KEYS, revokeKey } from '../../src/domain/merchant/merchant-keys.ts';
import { newPublicKey as newMerchantKey } from '../../src/domain/merchant/merchant-public-key.ts';
import { newMerchant, newPublicKey, publicKeyNamed } from '../builders/merchants.ts';
import { after, start } from '../builders/times.ts';

const unforced = { isForced: false };
const merchant = newMerchant({ keys: [publicKeyNamed('key_1'), publicKeyNamed('key_2')] });
const [first, second] = merchant.keys;

describe('a key', () => {
  test('is added after the others, and is active', () => {
    const key = publicKeyNamed('key_3');
    expect(addKey(merchant, key)).toEqual({
      kind: 'added',
      merchant: { ...merchant, keys: [first, second, key] },
      keyId: 'key_3',
    });
  });

  test('that is already active keeps its ID, whichever ID it comes with', () => {
    const again = newMerchantKey('key_9', first?.key ?? newPublicKey(), after(1));
    expect(addKey(merchant, again)).toEqual({ kind: 'there_already', keyId: 'key_1' });
  });

  test('is refused beyond the limit', () => {
    const keys = Array.from({ length: MAX_ACTIVE_KEYS }, (_, index) => publicKeyNamed(`key_${index}`));
    const full = newMerchant({ keys });
    expect(addKey(full, publicKeyNamed('key_9'))).toEqual({ kind: 'too_many' });
    // Revoked keys do not count toward the limit, because calls are not verified with them.
    const revocation = revokeKey(full, 'key_0', start, unforced);
    if (revocation.kind !== 'revoked') throw new Error(revocation.kind);
    expect(addKey(revocation.merchant, publicKeyNamed('key_9')).kind).toBe('added');
  });

  test('is revoked with the time of revocation, stays visible, and never becomes active again', () => {
    const revocation = revokeKey(merchant, 'key_1', after(5), unforced);
    const keys = [{ ...first, revokedAt: after(5) }, second];
    expect(revocation).toEqual({ kind: 'revoked', merchant: { ...merchant, keys } });
    if (revocation.kind !== 'revoked') throw new Error(revocation.kind);
    expect(revokeKey(revocation.merchant, 'key_1', after(9), unforced)).toEqual({ kind: 'revoked_before' });
    const again = newMerchantKey('key_9', first?.key ?? newPublicKey(), after(9));
    expect(addKey(revocation.merchant, again)).toEqual({ kind: 'was_revoked', keyId: 'key_1' });
  });

  test('that is the last active one is revoked only by force', () => {
    const lonely = newMerchant({
      keys: [{ ...publicKeyNamed('key_1'), revokedAt: start }, publicKeyNamed('key_2')],
    });
    expect(revokeKey(lonely, 'key_2', start, unforced)).toEqual({ kind: 'last_active' });
    const forced = revokeKey(lonely, 'key_2', start, { isForced: true });
    if (forced.kind !== 'revoked') throw new Error(forced.kind);
    expect(activeKeys(forced.merchant)).toEqual([]);
    expect(addKey(forced.merchant, publicKeyNamed('key_3')).kind).toBe('added');
  });

  test('that is unknown is not revoked, not even by force', () => {
    expect(revokeKey(merchant, 'key_9', start, { isForced: true })).toEqual({ kind: 'not_found' });
  });
});

describe('whatever is done with keys, in any order', () => {
  const pool = Array.from({ length: 8 }, () => newPublicKey());
  const step = fc.oneof(
    fc.record({ what: fc.constant('add' as const), key: fc.nat({ max: 7 }) }),
    fc.record({ what: fc.constant('revoke' as const), key: fc.nat({ max: 7 }), isForced: fc.boolean() }),
  );

  test('a merchant keeps between one and the maximum of keys unless forced, and revoked keys stay revoked', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = newMerchant({ keys: [publicKeyNamed('key_0_first', pool[0])] });
        const revoked = new Set<string>();
        let isLockedOut = false;
        steps.forEach((taken, index) => {
          const key = newMerchantKey(`key_${taken.key}_${index}`, pool[taken.key] ?? newPublicKey(), start);
          const known = now.keys.find(({ fingerprint }) => fingerprint === key.fingerprint);
          const before = activeKeys(now).length;
          if (taken.what === 'add') {
            const addition = addKey(now, key);
            const expected = revoked.has(key.fingerprint)
              ? 'was_revoked'
              : known !== undefined
                ? 'there_already'
                : before === MAX_ACTIVE_KEYS
                  ? 'too_many'
                  : 'added';
            expect(addition.kind).toBe(expected);
            if (addition.kind === 'added') {
              now = addition.merchant;
              isLockedOut = false;
            }
          } else {
            const revocation = revokeKey(now, known?.keyId ?? 'key_none', after(index), taken);
            if (revocation.kind === 'revoked') {
              now = revocation.merchant;
              revoked.add(key.fingerprint);
              if (before === 1) {
                expect(taken.isForced).toBe(true);
                isLockedOut = true;
              }
            } else if (revocation.kind === 'last_active') {
              expect([before, taken.isForced]).toEqual([1, false]);
            }
          }
          const active = activeKeys(now);
          expect(active.length).toBeLessThanOrEqual(MAX_ACTIVE_KEYS);
          expect(active.length === 0).toBe(isLockedOut);
          expect(active.filter(({ fingerprint }) => revoked.has(fingerprint))).toEqual([]);
          const fingerprints = now.keys.map(({ fingerprint }) => fingerprint);
          expect(new Set(fingerprints).size).toBe(fingerprints.length);
        });
      }),
    );
  });
});
