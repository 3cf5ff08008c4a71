import { switchOn } from '../../domain/merchant/webhook-endpoint.ts';
import type { ChangeWebhook, WebhookChange } from './change-webhook.ts';

/** Sends to an endpoint again that answered 410. What was given up meanwhile is sent again by hand. */
export class SwitchWebhookOn {
  readonly #change: ChangeWebhook;

  constructor(deps: { change: ChangeWebhook }) {
    this.#change = deps.change;
  }

  execute(merchantId: string): Promise<WebhookChange> {
    return this.#change.execute(merchantId, switchOn);
  }
}
