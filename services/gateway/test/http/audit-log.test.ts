import {
  type AuditEntry,
  AuditList,
  compileValidator,
  generateWebhookSecret,
  operatorActions,
} from '@kassa/contracts';
import { allEndpoints } from '@kassa/contracts/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../builders/images.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { newKeyPair } from './support/merchant-account.ts';
import { read } from './support/read-message.ts';

const readList = compileValidator(AuditList);

let bench: GatewayBench;
beforeAll(async () => {
  bench = await GatewayBench.start();
});
afterAll(() => bench.stop());

async function entries(query = ''): Promise<readonly AuditEntry[]> {
  return read(readList, await bench.admin('GET', `/admin/audit?limit=100${query}`)).entries;
}

const changing = allEndpoints.filter(({ port, method }) => port === 'operations' && method === 'POST');

describe('the audit log', () => {
  it.each(changing.map((endpoint) => [endpoint.path, endpoint] as const))(
    'records %s, also if it is refused',
    async (path, endpoint) => {
      if (endpoint.answers !== 'envelope') throw new Error('changes are answered in the envelope');
      const example = JSON.parse(JSON.stringify(endpoint.examples[0].body ?? {}));
      if ('public_key' in example) example.public_key = newKeyPair().publicKeyPem;
      const target = path.replaceAll(/\{\w+\}/g, 'none');
      const answer = await bench.admin('POST', target, example);
      const [entry] = await entries();
      expect(entry).toMatchObject({
        request_id: answer.headers['x-request-id'],
        outcome: answer.msg === 'success' ? 'done' : answer.msg,
        address: '127.0.0.1',
        operator: 'bootstrap',
      });
    },
  );

  it('has a separate name for each action of an operator', async () => {
    const actions = (await entries()).map(({ action }) => action);
    // These commands work on the database themselves, without the operations port.
    const throughThePort = operatorActions.filter((action) => !/^(?:database|archive)\./.test(action));
    expect(changing).toHaveLength(throughThePort.length);
    expect(new Set(actions)).toEqual(new Set(throughThePort));
  });

  it('shows who changed what and which objects it concerned, page by page', async () => {
    const { merchantId } = await bench.onboard();
    const { data } = await bench.admin('POST', '/admin/operators', {
      name: 'ann@example.com',
      role: 'admin',
    });
    const token = String(data.token);
    const renamed = { name: 'Renamed' };
    await bench.admin('POST', `/admin/merchants/${merchantId}/settings`, renamed, { token });
    const about = await entries(`&about=${merchantId}`);
    expect(about).toMatchObject([
      { operator: 'ann@example.com', action: 'merchant.settings', details: { name: 'Renamed' } },
      { operator: 'bootstrap', action: 'merchant.create', outcome: 'done', details: { name: 'Corner Shop' } },
    ]);
    const first = read(readList, await bench.admin('GET', `/admin/audit?about=${merchantId}&limit=1`));
    expect(first.next).toBe(about[0]?.entry_id);
    const rest = await bench.admin('GET', `/admin/audit?about=${merchantId}&after=${first.next}`);
    expect(read(readList, rest)).toEqual({ entries: about.slice(1), next: null });
  });

  it('shows what a change changed, and is verified as a chain', async () => {
    const { merchantId } = await bench.onboard();
    await bench.admin('POST', `/admin/merchants/${merchantId}/settings`, { name: 'Renamed' });
    expect((await entries(`&about=${merchantId}`))[0]?.changes).toEqual([
      { object_id: merchantId, member: 'name', before: 'Corner Shop', after: 'Renamed' },
      { object_id: merchantId, member: 'revision', before: 1, after: 2 },
    ]);
    const { data: exported } = await bench.admin('GET', '/admin/audit/head');
    const verified = await bench.admin('GET', `/admin/audit/verify?exported_head=${exported.head}`);
    expect(verified.data).toMatchObject({ fault: null, head: exported.head, unlinked: 0, next: null });
    const log = bench.database.collection<{ _id: string; sequence: number; operator: string }>('audit_log');
    const [first] = await log.find({ about: merchantId }).sort({ sequence: 1 }).toArray();
    await log.updateOne({ _id: first?._id ?? '' }, { $set: { operator: 'nobody' } });
    const { data } = await bench.admin('GET', '/admin/audit/verify');
    expect(data.fault).toEqual({ sequence: first?.sequence, record_id: first?._id, kind: 'altered' });
    await log.updateOne({ _id: first?._id ?? '' }, { $set: { operator: 'bootstrap' } });
  });

  it('contains no secret, no key and no image', async () => {
    const merchant = await bench.onboard();
    const path = `/admin/merchants/${merchant.merchantId}`;
    const secret = generateWebhookSecret();
    await bench.admin('POST', `${path}/webhook/secret`, { webhook_secret: secret });
    await bench.admin('POST', `${path}/webhook/retire-secret`);
    const rotated = await bench.admin('POST', `${path}/webhook/rotate-secret`, {});
    await bench.admin('POST', `${path}/keys`, { public_key: newKeyPair().publicKeyPem });
    await bench.admin('POST', `${path}/branding`, { logo: png.toString('base64') });
    const stored = JSON.stringify(await bench.database.collection('audit_log').find().toArray());
    expect(stored).toContain('keys.add');
    for (const hidden of [secret, String(rotated.data.webhook_secret), png.toString('base64')]) {
      expect(stored).not.toContain(hidden);
    }
    expect(stored).not.toMatch(/whsec_|PUBLIC KEY/);
  });

  it('does not record malformed requests and requests without the token', async () => {
    const before = await entries();
    await bench.admin('POST', '/admin/merchants', { name: '' });
    await bench.admin('POST', '/admin/merchants', {}, { token: 'wrong' });
    expect(await entries()).toEqual(before);
  });
});
