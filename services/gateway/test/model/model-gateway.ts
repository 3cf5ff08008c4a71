import { ResendEvents } from '../../src/application/events/resend-events.ts';
import { ChangeMerchant } from '../../src/application/merchants/change-merchant.ts';
import { SwitchWebhookOn } from '../../src/application/merchants/switch-webhook-on.ts';
import { type Surroundings, TestGateway } from '../in-memory/test-gateway.ts';

/** A gateway with what operators and merchants do by hand besides. */
export class ModelGateway extends TestGateway {
  readonly resend: ResendEvents;
  readonly switchWebhookOn: SwitchWebhookOn;

  constructor(surroundings: Surroundings) {
    super(surroundings, { isImpatient: true });
    const { events, deliveries, merchants, clock } = surroundings;
    this.resend = new ResendEvents({ events, deliveries, merchants, clock });
    this.switchWebhookOn = new SwitchWebhookOn({ change: new ChangeMerchant({ merchants }) });
  }
}
