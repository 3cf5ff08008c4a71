import { retirePreviousSecret } from '../../domain/merchant/webhook-endpoint.ts';
import type { ChangeWebhook, WebhookChange } from './change-webhook.ts';

/** Ends a rotation before its time: the secret before signs no more. Does nothing when there is none. */
export class RetireWebhookSecret {
  readonly #change: ChangeWebhook;

  constructor(deps: { change: ChangeWebhook }) {
    this.#change = deps.change;
  }

  execute(merchantId: string): Promise<WebhookChange> {
    return this.#change.execute(merchantId, retirePreviousSecret);
  }
}
