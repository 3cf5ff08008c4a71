import { describe, expect, it, test } from 'vitest';
import { IdentifyOperator } from '../../src/application/operator/identify-operator.ts';
import { ManageOperatorTokens } from '../../src/application/operator/manage-operator-tokens.ts';
import type { Operator } from '../../src/domain/operator/operator-token.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { InMemoryOperatorTokens } from '../in-memory/in-memory-operator-tokens.ts';
import { NumberedRandomness } from '../in-memory/numbered-randomness.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';

const bootstrapToken = 'the-token-of-the-start';

function operators(tokenOfTheStart: string | null = bootstrapToken) {
  const operatorTokens = new InMemoryOperatorTokens();
  const clock = new SettableClock();
  const manage = new ManageOperatorTokens({
    operatorTokens,
    bootstrapToken: tokenOfTheStart,
    randomness: new NumberedRandomness(),
    clock,
  });
  const identify = new IdentifyOperator({ operatorTokens, bootstrapToken, clock });
  const create = async (operator: Operator & { validDays?: number }) => {
    const created = await manage.create(operator, 'bootstrap');
    if (created.kind === 'refused') throw new Error(created.name);
    return created;
  };
  return { operatorTokens, clock, manage, create, identify };
}

const ann = { name: 'ann@example.com', role: 'operator' } as const;

test('a token names its owner and role, and two tokens of one person are valid at once', async () => {
  const { create, identify } = operators();
  const [first, second] = [await create(ann), await create({ ...ann, role: 'viewer' })];
  expect(await identify.execute(first.token)).toEqual(ann);
  expect(await identify.execute(second.token)).toEqual({ ...ann, role: 'viewer' });
});

test('only the hash of a token is stored', async () => {
  const { create, manage } = operators();
  const { token } = await create(ann);
  expect(JSON.stringify(await manage.list())).not.toContain(token.slice(-20));
});

test.each([
  ['wrong', 'kop_wrong'],
  ['empty', ''],
  ['guessed', `kop_${'x'.repeat(43)}`],
])('a token that is %s belongs to nobody', async (_what, token) => {
  expect(await operators().identify.execute(token)).toBeUndefined();
});

test('a token with a known ID is refused if its hash differs from the stored one (fault 77)', async () => {
  const { create, identify, operatorTokens } = operators();
  const { stored, token } = await create(ann);
  await operatorTokens.insert({ ...stored, tokenHash: '0'.repeat(64) });
  expect(await identify.execute(token)).toBeUndefined();
});

test('a token is refused once it has expired (fault 77)', async () => {
  const { create, identify, clock } = operators();
  const { token } = await create({ ...ann, validDays: 2 });
  clock.pass(2 * 86_400 - 1);
  expect(await identify.execute(token)).toEqual(ann);
  clock.pass(1);
  expect(await identify.execute(token)).toBeUndefined();
});

test('a revoked token is refused, and the other tokens stay valid (fault 77)', async () => {
  const { create, identify, manage } = operators();
  const [first, second] = [await create(ann), await create(ann)];
  expect(await manage.revoke(first.stored.tokenId)).toMatchObject({ kind: 'revoked' });
  expect(await identify.execute(first.token)).toBeUndefined();
  expect(await identify.execute(second.token)).toEqual(ann);
  expect(await manage.revoke('opt_none')).toMatchObject({ name: 'OPERATOR_TOKEN_NOT_FOUND' });
});

test('the last use of a token is noted at most once a minute, and a failure to note it refuses nobody', async () => {
  const { create, identify, manage, clock, operatorTokens } = operators();
  const { token } = await create(ann);
  const lastUse = async () => (await manage.list())[0]?.lastUsedAt;
  expect(await lastUse()).toBeNull();
  const firstUse = clock.realNow();
  await identify.execute(token);
  clock.pass(59);
  await identify.execute(token);
  expect(await lastUse()).toEqual(firstUse);
  clock.pass(1);
  await identify.execute(token);
  expect(await lastUse()).toEqual(clock.realNow());
  clock.pass(60);
  operatorTokens.noteUse = () => Promise.reject(new TemporarilyUnavailable('away'));
  expect(await identify.execute(token)).toEqual(ann);
});

test('the token of the start is an admin named bootstrap, and no other token can have this name', async () => {
  const { identify, manage } = operators();
  expect(await identify.execute(bootstrapToken)).toEqual({ name: 'bootstrap', role: 'admin' });
  expect(await manage.create({ ...ann, name: 'bootstrap' }, 'ann')).toMatchObject({
    name: 'INVALID_REQUEST',
  });
});

test('without a token of the start, only stored tokens are valid', async () => {
  const { operatorTokens, clock, create } = operators();
  const { token } = await create(ann);
  const identify = new IdentifyOperator({ operatorTokens, bootstrapToken: null, clock });
  expect(await identify.execute('null')).toBeUndefined();
  expect(await identify.execute(token)).toEqual(ann);
});

describe('the last token of an admin', () => {
  const admin = { name: 'ann@example.com', role: 'admin' } as const;

  it('the last token of an admin is not revoked if the gateway has no bootstrap token, because nobody could create another (fault 77)', async () => {
    const { create, manage, operatorTokens } = operators(null);
    const last = await create(admin);
    await create({ name: 'bob@example.com', role: 'operator' });
    const refused = await manage.revoke(last.stored.tokenId);
    expect(refused).toMatchObject({ kind: 'refused', name: 'LAST_ADMIN_TOKEN' });
    expect(await operatorTokens.find(last.stored.tokenId)).toMatchObject({ revokedAt: null });
  });

  it.each<[string, number, boolean]>([
    ['expired', 1, false],
    ['revoked', 90, true],
  ])('is the one beside which every other is %s', async (_what, validDays, isRevoked) => {
    const { create, manage, clock } = operators(null);
    const [last, other] = [await create(admin), await create({ ...admin, validDays })];
    if (isRevoked) await manage.revoke(other.stored.tokenId);
    clock.pass(86_400);
    expect(await manage.revoke(last.stored.tokenId)).toMatchObject({ name: 'LAST_ADMIN_TOKEN' });
    expect(await manage.revoke(other.stored.tokenId)).toMatchObject({ kind: 'revoked' });
  });

  it('is revoked once another admin has a valid token', async () => {
    const { create, manage } = operators(null);
    const [first] = [await create(admin), await create({ ...admin, name: 'bob@example.com' })];
    expect(await manage.revoke(first.stored.tokenId)).toMatchObject({ kind: 'revoked' });
  });

  it('if the last two admins revoke each other’s token at once, one of them is refused and the other’s token stays valid (fault 77)', async () => {
    const { create, manage } = operators(null);
    const [first, second] = [await create(admin), await create({ ...admin, name: 'bob@example.com' })];
    const answers = await Promise.all([first, second].map(({ stored }) => manage.revoke(stored.tokenId)));
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['refused', 'revoked']);
    expect(answers).toContainEqual(expect.objectContaining({ name: 'LAST_ADMIN_TOKEN' }));
  });

  it('is revoked if the gateway was started with a token', async () => {
    const { create, manage } = operators();
    const { stored } = await create(admin);
    expect(await manage.revoke(stored.tokenId)).toMatchObject({ kind: 'revoked' });
  });
});
