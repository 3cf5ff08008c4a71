import type { Environment } from '../../domain/environment.ts';
import { refuseAddress } from '../../domain/merchant/public-address.ts';
import { moveTo } from '../../domain/merchant/webhook-endpoint.ts';
import { refuse } from '../refusal.ts';
import type { ChangeWebhook, WebhookChange } from './change-webhook.ts';

/** Sends a merchant's events to another address from now on, those too that are being tried. */
export class SetWebhookUrl {
  readonly #change: ChangeWebhook;
  readonly #environment: Environment;

  constructor(deps: { change: ChangeWebhook; environment: Environment }) {
    this.#change = deps.change;
    this.#environment = deps.environment;
  }

  async execute(merchantId: string, url: string): Promise<WebhookChange> {
    const fault = refuseAddress(url, this.#environment);
    if (fault !== undefined) {
      return refuse('INVALID_REQUEST', `The address ${fault}.`, [{ path: 'webhook_url', message: fault }]);
    }
    return this.#change.execute(merchantId, (webhook) => moveTo(webhook, url));
  }
}
