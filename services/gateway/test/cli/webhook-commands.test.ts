import type { Merchant, RotatedSecret } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliBench } from './support/cli-bench.ts';

let bench: CliBench;
let merchantId: string;
let firstSecret: string;
beforeAll(async () => {
  bench = await CliBench.start();
  const created = await bench.createMerchant({
    name: 'Corner Shop',
    webhook_url: 'https://shop.example/hook',
  });
  merchantId = created.merchant_id;
  firstSecret = created.webhook_secret;
});
afterAll(() => bench.stop());

async function merchant(): Promise<Merchant> {
  return JSON.parse((await bench.run(['merchant', 'show', merchantId, '--json'])).output) as Merchant;
}

describe('kassa-admin webhooks', () => {
  it('rotates a secret, shows it once, and ends the rotation', async () => {
    const rotated = await bench.run(['webhooks', 'rotate-secret', merchantId, '--keep-hours', '2', '--json']);
    expect(rotated.exitCode).toBe(0);
    const { webhook_secret } = JSON.parse(rotated.output) as RotatedSecret;
    expect(webhook_secret).toMatch(/^whsec_/);
    expect(webhook_secret).not.toBe(firstSecret);
    const shown = await bench.run(['merchant', 'show', merchantId]);
    expect(shown.output).toMatch(/two secrets sign each event; the previous one stops at \d{4}-/);
    expect(shown.output).not.toContain('whsec_');

    const again = await bench.run(['webhooks', 'rotate-secret', merchantId]);
    expect(again).toMatchObject({ exitCode: 1, errors: expect.stringMatching(/SECRET_ROTATION_UNDER_WAY/) });
    expect((await bench.run(['webhooks', 'retire-secret', merchantId])).exitCode).toBe(0);
    expect((await merchant()).previous_webhook_secret_ends_at).toBeNull();
    const text = await bench.run(['webhooks', 'rotate-secret', merchantId]);
    expect(text.output).toMatch(/New secret\. Until .*Webhook secret, shown this once.*whsec_/s);
  });

  it('changes an endpoint’s address and enables it', async () => {
    const moved = await bench.run(['webhooks', 'set-url', merchantId, 'https://shop.example/new']);
    expect(moved).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/https:\/\/shop\.example\/new/),
    });
    expect(await merchant()).toMatchObject({ webhook_url: 'https://shop.example/new' });
    expect((await bench.run(['webhooks', 'switch-on', merchantId])).exitCode).toBe(0);
    const refused = await bench.run(['webhooks', 'set-url', merchantId, 'http://shop.example/new']);
    expect(refused).toMatchObject({
      exitCode: 1,
      errors: expect.stringMatching(/INVALID_REQUEST: <url> must be an https address/),
    });
  });

  it('says that nothing was given up, and which events are unknown', async () => {
    expect(await bench.run(['webhooks', 'failed', '--merchant', merchantId])).toMatchObject({
      exitCode: 0,
      output: 'No delivery was given up.\n',
    });
    const json = await bench.run(['webhooks', 'failed', '--json']);
    expect(JSON.parse(json.output)).toEqual({ deliveries: [], next: null });
    const eventId = `evt_${'0'.repeat(32)}_1`;
    const resent = await bench.run(['webhooks', 'resend', eventId, '--json']);
    expect(resent.exitCode).toBe(1);
    expect(JSON.parse(resent.errors).error).toMatchObject({
      name: 'EVENT_NOT_FOUND',
      fields: [{ path: 'event_ids[0]', message: `${eventId} is not known` }],
    });
  });

  it('names the option that the gateway refuses', async () => {
    const rotated = await bench.run(['webhooks', 'rotate-secret', merchantId, '--keep-hours', '500']);
    expect(rotated).toMatchObject({
      exitCode: 1,
      errors: expect.stringMatching(/--keep-hours must be <= 168/),
    });
    expect(rotated.errors).not.toContain('keep_previous_hours');
  });

  it.each([
    [['webhooks', 'resend'], /event-id/],
    [['webhooks', 'rotate-secret'], /merchant-id/],
    [['webhooks', 'rotate-secret', 'mer_1', '--keep-hours', 'two'], /whole number/],
    [['webhooks', 'set-url', 'mer_1'], /url/],
  ])('%j is an invalid command line', async (args, complaint) => {
    const run = await bench.run(args);
    expect(run.exitCode).toBe(2);
    expect(run.errors).toMatch(complaint);
  });

  it('refuses an unknown merchant with exit code 1', async () => {
    const run = await bench.run(['webhooks', 'switch-on', 'mer_none']);
    expect(run).toMatchObject({ exitCode: 1, errors: expect.stringMatching(/MERCHANT_NOT_FOUND/) });
  });
});
