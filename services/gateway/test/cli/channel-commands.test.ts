import type { Channel, ChannelList } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kassaAdmin } from '../../src/cli/kassa-admin.ts';
import { otherStripeMembers, stripeMembers } from '../builders/channel-accounts.ts';
import { CliBench } from './support/cli-bench.ts';

let bench: CliBench;
let merchantId: string;
beforeAll(async () => {
  bench = await CliBench.start();
  const merchant = await bench.createMerchant({
    name: 'Corner Shop',
    webhook_url: 'https://shop.example/hook',
  });
  merchantId = merchant.merchant_id;
});
afterAll(() => bench.stop());

const secrets = [stripeMembers.secretKey, stripeMembers.callbackSecret];
const shows = (text: string) => secrets.filter((secret) => text.includes(secret));
const json = (value: object) => JSON.stringify(value);

describe('kassa-admin channel', () => {
  it('says clearly that a check was skipped without an account, with a separate exit code', async () => {
    const skipped = await bench.run(['channel', 'check', 'ProcessorA']);
    expect(skipped).toMatchObject({
      exitCode: 7,
      output: expect.stringMatching(
        /^ProcessorA: SKIPPED\n.*SKIPPED +Credentials +the deployment has no account.*`kassa-admin channel add ProcessorA`/s,
      ),
      errors: 'error: SKIPPED: nothing was checked.\n',
    });
    expect((await bench.run(['channel', 'check', 'None'])).exitCode).toBe(1);
    // Nothing answers at the processor's address.
    const failed = await bench.run(['channel', 'check', 'Sandbox']);
    expect(failed).toMatchObject({ exitCode: 1, output: expect.stringMatching(/FAILED +refunds are read/) });
    const shown = JSON.parse((await bench.run(['channel', 'show', 'Sandbox', '--json'])).output) as Channel;
    expect(shown.health).toMatchObject({ circuit: 'closed', probe_due_at: null, running: 0, waiting: 0 });
  });

  it('manages an account from its addition to its removal, and never shows a secret', async () => {
    const own = otherStripeMembers('ofTheMerchant1');
    const file = bench.write('stripe.json', json(own));
    const rotatedFile = bench.write('rotated.json', json({ ...own, callbackSecret: 'whsec_another_one' }));
    const channelId = `ProcessorA-${merchantId}`;
    const runs = [
      await bench.runProgram(['channel', 'add', 'ProcessorA', '--credentials', '-'], {
        input: json(stripeMembers),
      }),
      await bench.run(['channel', 'add', 'ProcessorA', '--merchant', merchantId, '--credentials', file]),
      await bench.run(['channel', 'show', channelId]),
      await bench.run(['channel', 'rotate', channelId, '--credentials', rotatedFile]),
      await bench.run(['channel', 'list']),
      await bench.run(['channel', 'retire-secret', channelId]),
      await bench.run(['channel', 'retire', channelId]),
      await bench.run(['channel', 'enable', channelId]),
      await bench.run(['channel', 'retire', 'ProcessorA']),
      await bench.run(['audit', 'list', '--about', channelId]),
    ];
    const [, , shown, rotated] = runs.map(({ output }) => output);
    expect(runs.map(({ exitCode, errors }) => [exitCode, errors])).toEqual(runs.map(() => [0, '']));
    const texts = runs.map(({ output }) => output);
    expect(shows(texts.join())).toEqual([]);
    expect(texts.join()).not.toContain(own.secretKey);
    expect(texts.join()).not.toContain('whsec_another_one');
    expect(texts[1]).toMatch(/Account added.*kassa-admin channel check/);
    expect(shown).toMatch(new RegExp(`Callbacks to +https?://[^/ ]+(:\\d+)?/api/webhook/${channelId}$`, 'm'));
    expect(rotated).toMatch(new RegExp(`Credentials replaced\\..*channel retire-secret ${channelId}$`, 'm'));
    expect(texts[2]).toMatch(new RegExp(`publicKey +${own.publicKey}\n +callbackSecret +\\(secret`));
    expect(texts[4]).toMatch(
      new RegExp(`${channelId} +ProcessorA +${merchantId} +active .*two callback secrets`),
    );
    for (const action of ['add', 'rotate', 'retire_secret', 'retire', 'enable']) {
      expect(texts.at(-1)).toMatch(new RegExp(` channel\\.${action} +done`));
    }
    const removed = await bench.run(['channel', 'remove', channelId]);
    expect(removed).toMatchObject({
      exitCode: 1,
      errors: expect.stringMatching(/CHANNEL_IN_USE.*Retire it/),
    });
    const list = JSON.parse((await bench.run(['channel', 'list', '--json'])).output) as ChannelList;
    expect(list.channels).toMatchObject([
      { channel_id: 'ProcessorA', state: 'retired' },
      { channel_id: channelId, state: 'active' },
      { channel_id: 'Sandbox', source: 'environment' },
      { channel_id: 'SandboxVoucher', source: 'environment' },
    ]);
  });

  it('registers and checks domains step by step, and says if no wallet of a channel needs it', async () => {
    const skipped = await bench.run(['channel', 'check-domain', 'Sandbox', 'shop.example']);
    expect(skipped).toMatchObject({
      exitCode: 7,
      output: expect.stringMatching(/^Sandbox: SKIPPED\n.*SKIPPED +shop\.example is registered/s),
    });
    expect((await bench.run(['channel', 'register-domain', 'Sandbox'])).exitCode).toBe(7);
    const { output } = await bench.run(['audit', 'list', '--about', 'Sandbox']);
    expect(output).toMatch(/ channel\.register_domain +done/);
    const wrong = await bench.run(['channel', 'check-domain', 'Sandbox', 'https://shop.example/']);
    expect(wrong).toMatchObject({ exitCode: 1, errors: expect.stringMatching(/domain is invalid/) });
    expect((await bench.run(['channel', 'check-domain', 'None'])).exitCode).toBe(1);
  });

  it('records the channel ID that a refused account would have had', async () => {
    const file = bench.write('refused.json', json({ apiKey: 'x' }));
    const add = ['channel', 'add', 'ProcessorB', '--merchant', merchantId, '--credentials', file];
    const refused = await bench.run(add);
    expect(refused.exitCode).toBe(1);
    const { output } = await bench.run(['audit', 'list', '--about', `ProcessorB-${merchantId}`]);
    expect(output).toMatch(/ channel\.add +INVALID_REQUEST /);
  });

  it('accepts no credentials as arguments, and does not repeat invalid ones', async () => {
    const wrong = ['{"secretKey": "sk_test_canary1234"', json(['sk_test_canary1234']), json({ a: 1 })];
    for (const input of wrong) {
      const run = await bench.runProgram(['channel', 'rotate', 'ProcessorA', '--credentials', '-'], {
        input,
      });
      expect(run).toMatchObject({ exitCode: 2, errors: expect.stringMatching(/Standard input .*JSON/) });
      expect(run.errors).not.toContain('canary');
    }
    const live = bench.write('live.json', json({ ...stripeMembers, secretKey: 'sk_live_canary1234' }));
    const run = await bench.run(['channel', 'rotate', 'ProcessorA', '--credentials', live]);
    expect(run).toMatchObject({
      exitCode: 1,
      errors: expect.stringMatching(/credentials\.secretKey is invalid; example: sk_test_/),
    });
    expect(run.errors).not.toContain('canary');
    const alone = await bench.run(['channel', 'rotate', 'ProcessorA']);
    expect(alone).toMatchObject({ exitCode: 2, errors: expect.stringMatching(/no terminal.*--credentials/) });
  });

  it('asks for each member at a terminal, and hides typed secrets', async () => {
    const asked: [string, boolean][] = [];
    let output = '';
    const exitCode = await kassaAdmin(['channel', 'rotate', 'ProcessorA', '--json'], {
      environment: {
        KASSA_OPERATIONS_URL: bench.operationsUrl,
        KASSA_OPERATIONS_TOKEN: 'operations-token-of-the-tests',
      },
      currentFolder: bench.folder,
      prompt: async (question, isSecret) => {
        const [name = ''] = question.split(' ');
        asked.push([name, isSecret]);
        return { ...stripeMembers, publicKey: 'pk_test_another1' }[name] ?? '';
      },
      write: (text) => {
        output += text;
      },
      writeError: () => {},
      highlight: (text) => text,
    });
    expect(exitCode).toBe(0);
    expect(asked).toEqual([
      ['secretKey', true],
      ['publicKey', false],
      ['callbackSecret', true],
      ['takesCardNumbers', false],
    ]);
    expect((JSON.parse(output) as Channel).credentials.publicKey).toBe('pk_test_another1');
  });

  it('re-encrypts stored secrets', async () => {
    const done = await bench.run(['secrets', 'encrypt-anew']);
    expect(done).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/Merchants: 1\. Accounts at processors: 2\./),
    });
  });
});
