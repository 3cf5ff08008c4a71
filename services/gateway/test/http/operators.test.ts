import {
  type CreatedOperatorToken,
  compileValidator,
  type OperatorRole,
  operatorRoles,
} from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GatewayBench, type Instance } from './support/gateway-bench.ts';
import { read } from './support/read-message.ts';

let bench: GatewayBench;
let other: Instance;
const tokens = {} as Record<OperatorRole, string>;
beforeAll(async () => {
  bench = await GatewayBench.start();
  other = await bench.startAnother();
  for (const role of operatorRoles) tokens[role] = (await create(`${role}@example.com`, role)).token;
});
afterAll(() => bench.stop());

const readCreated = compileValidator(endpoints.createOperatorToken.data);
const readList = compileValidator(endpoints.listOperatorTokens.data);

async function create(name: string, role: OperatorRole): Promise<CreatedOperatorToken> {
  return read(readCreated, await bench.admin('POST', '/admin/operators', { name, role }));
}

const ofOperators = endpoints.allEndpoints.filter(({ security }) => security === 'operations_token');

describe('the operations interface', () => {
  it.each(ofOperators.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    'the operations interface answers a call only if the operator’s role is high enough (fault 77): %s %s',
    async (method, path, endpoint) => {
      const target = path.replaceAll(/\{\w+\}/g, 'none');
      const needed: OperatorRole = endpoint.role ?? 'admin';
      for (const role of operatorRoles) {
        // An empty body is invalid for most changes, so that nothing changes.
        const body = method === 'POST' ? { unknown_member: true } : undefined;
        const { msg, status } = await bench.admin(method, target, body, { token: tokens[role] });
        const isLow = operatorRoles.indexOf(role) < operatorRoles.indexOf(needed);
        expect([role, msg === 'OPERATOR_FORBIDDEN', status === 403]).toEqual([role, isLow, isLow]);
      }
    },
  );

  it('says which role is missing', async () => {
    const { error } = await bench.admin('POST', '/admin/operators', {}, { token: tokens.operator });
    expect(error?.detail).toBe('This call needs the role admin; operator@example.com has the role operator.');
  });

  it('every instance accepts a new token immediately, and refuses it after its revocation (fault 77)', async () => {
    const created = await create('ann@example.com', 'admin');
    const ask = async (instance: Instance) =>
      (await bench.admin('GET', '/admin/operators', undefined, { token: created.token, instance })).msg;
    expect([await ask(bench.main), await ask(other)]).toEqual(['success', 'success']);
    const list = read(readList, await bench.admin('GET', '/admin/operators'));
    const { token, last_used_at: _, ...shown } = created;
    expect(list.tokens[0]).toEqual({ ...shown, last_used_at: expect.any(String) });
    const stored = await bench.database.collection('operator_tokens').find().toArray();
    expect(JSON.stringify([list, stored])).not.toContain(token.slice(-20));
    await bench.admin('POST', `/admin/operators/${created.token_id}/revoke`);
    expect([await ask(other), await ask(bench.main)]).toEqual([
      'OPERATOR_UNAUTHORISED',
      'OPERATOR_UNAUTHORISED',
    ]);
  });

  it('the audit log names the owner of the token (fault 77)', async () => {
    const { merchantId } = await bench.onboard();
    await bench.admin('POST', `/admin/merchants/${merchantId}/disable`, {}, { token: tokens.admin });
    const { data } = await bench.admin('GET', `/admin/audit?about=${merchantId}`);
    expect(data.entries).toMatchObject([
      { action: 'merchant.disable', operator: 'admin@example.com' },
      { action: 'merchant.create', operator: 'bootstrap' },
    ]);
  });
});
