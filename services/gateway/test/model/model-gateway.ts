import { ChangeChannelAccount } from '../../src/application/channel-accounts/change-channel-account.ts';
import { ManageChannelCredentials } from '../../src/application/channel-accounts/manage-credentials.ts';
import { ListEvents } from '../../src/application/events/list-events.ts';
import { ResendEvents } from '../../src/application/events/resend-events.ts';
import { ChangeMerchant } from '../../src/application/merchants/change-merchant.ts';
import { ManageWebhook } from '../../src/application/merchants/manage-webhook.ts';
import { CompareChannelBooks } from '../../src/application/reconciliation/compare-channel-books.ts';
import type { ChannelAccounts } from '../../src/ports/channel-accounts.ts';
import type { ChannelTypes } from '../../src/ports/channel-types.ts';
import { InMemoryChannelFees } from '../in-memory/in-memory-channel-fees.ts';
import { NumberedRandomness } from '../in-memory/numbered-randomness.ts';
import type { Surroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';
import type { AccountedChannels } from './accounted-channels.ts';

export interface ModelChannels {
  readonly channels: AccountedChannels;
  readonly accounts: ChannelAccounts;
  readonly types: ChannelTypes;
}

/** A gateway with the actions that operators and merchants take by hand. */
export class ModelGateway extends TestGateway {
  readonly resendEvents: ResendEvents;
  readonly webhook: ManageWebhook;
  readonly credentials: ManageChannelCredentials;
  readonly compareBooks: CompareChannelBooks;

  constructor(surroundings: Surroundings, { channels, accounts, types }: ModelChannels) {
    super(surroundings, { isImpatient: true, channels });
    const { events, deliveries, merchants, orders, clock } = surroundings;
    const change = new ChangeChannelAccount({ accounts, types });
    const listEvents = new ListEvents({ events, orders, clock });
    this.resendEvents = new ResendEvents({ events, deliveries, merchants, listEvents, clock });
    this.webhook = new ManageWebhook({
      change: new ChangeMerchant({ merchants }),
      randomness: new NumberedRandomness(),
      clock,
      environment: 'sandbox',
    });
    this.credentials = new ManageChannelCredentials({ change, types, orders, channels, clock });
    this.compareBooks = new CompareChannelBooks({ orders, fees: new InMemoryChannelFees(), clock });
  }
}
