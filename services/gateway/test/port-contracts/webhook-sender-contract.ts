import { expect, test } from 'vitest';
import type { WebhookMessage, WebhookSender } from '../../src/ports/webhook-sender.ts';

export interface ReceivedWebhook {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

export interface WebhookSenderBench {
  readonly sender: WebhookSender;
  /** Starts a receiver that answers with the given status. Returns its address and the requests that it received. */
  receiver(
    httpStatus: number,
    answer?: string,
  ): Promise<{ readonly url: string; readonly received: readonly ReceivedWebhook[] }>;
  /** Starts a receiver that breaks the connection, and returns its address. */
  brokenReceiver(): Promise<string>;
}

/** The contract of every WebhookSender. */
export function webhookSenderContract(open: () => WebhookSenderBench): void {
  const messageTo = (url: string): WebhookMessage => ({
    url,
    headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
    body: '{"text":"½ Käse 🧀"}',
  });

  test('posts the body and the headers unchanged, once', async () => {
    const { sender, receiver } = open();
    const { url, received } = await receiver(200);
    await sender.send(messageTo(url));
    expect(received).toMatchObject([{ body: '{"text":"½ Käse 🧀"}', headers: { 'webhook-id': 'evt_1' } }]);
  });

  test.each([200, 204, 302, 400, 410, 429, 500, 503])(
    'answers with the status %i of the receiver',
    async (httpStatus) => {
      const { sender, receiver } = open();
      const { url, received } = await receiver(httpStatus, httpStatus === 204 ? '' : 'some text');
      expect(await sender.send(messageTo(url))).toEqual({
        kind: 'answered',
        httpStatus,
        retryAfterSeconds: null,
        answer: httpStatus === 204 ? '' : 'some text',
      });
      expect(received).toHaveLength(1);
    },
  );

  test('says what was wrong if the receiver does not answer, and never throws', async () => {
    const { sender, brokenReceiver } = open();
    expect(await sender.send(messageTo(await brokenReceiver()))).toEqual({
      kind: 'not_answered',
      error: expect.stringMatching(/./),
    });
  });
}
