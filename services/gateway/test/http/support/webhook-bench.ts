import type { ServerResponse } from 'node:http';
import { compileValidator, EventListResult } from '@kassa/contracts';
import { expect } from 'vitest';
import { AdvancingClock } from './advancing-clock.ts';
import type { EnvelopeAnswer } from './envelope-answer.ts';
import { GatewayBench } from './gateway-bench.ts';
import type { MerchantAccount } from './merchant-account.ts';
import { read } from './read-message.ts';
import { acknowledge, ScriptedReceiver } from './scripted-receiver.ts';

const readEvents = compileValidator(EventListResult);

const resendPath = '/api/merchant/event/resend';

/** A gateway whose clock can be moved, and a server with a separate webhook address for each merchant. */
export class WebhookBench {
  readonly bench: GatewayBench;
  readonly receiver: ScriptedReceiver;
  readonly clock: AdvancingClock;

  private constructor(bench: GatewayBench, receiver: ScriptedReceiver, clock: AdvancingClock) {
    this.bench = bench;
    this.receiver = receiver;
    this.clock = clock;
  }

  static async start(): Promise<WebhookBench> {
    const clock = new AdvancingClock();
    const receiver = await ScriptedReceiver.start();
    return new WebhookBench(await GatewayBench.start({ replacements: { clock } }), receiver, clock);
  }

  async stop(): Promise<void> {
    await this.bench.stop();
    await this.receiver.stop();
  }

  /** Onboards a merchant with its own webhook address. */
  async onboarded(answer: (response: ServerResponse) => unknown = acknowledge) {
    const url = this.receiver.newUrl(answer);
    return { account: await this.bench.onboard({ webhook_url: url }), url };
  }

  async eventsOf(account: MerchantAccount) {
    return read(readEvents, await account.client.call('GET', '/api/merchant/event/list')).events;
  }

  resend(account: MerchantAccount, body: unknown): Promise<EnvelopeAnswer> {
    return account.client.call('POST', resendPath, body);
  }

  changeWebhook(account: MerchantAccount, change: string, body: unknown = {}) {
    return this.bench.admin('POST', `/admin/merchants/${account.merchantId}/webhook/${change}`, body);
  }

  /** Waits until the events of a merchant have the given delivery states. */
  async settled(account: MerchantAccount, ...states: readonly string[]) {
    await expect
      .poll(async () => (await this.eventsOf(account)).map(({ delivery_state }) => delivery_state))
      .toEqual(states);
    return this.eventsOf(account);
  }
}
