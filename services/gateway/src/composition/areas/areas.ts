import { channelAccounts } from './channel-accounts.ts';
import { channels } from './channels.ts';
import { checkout } from './checkout.ts';
import { duties } from './duties.ts';
import { events } from './events.ts';
import { health } from './health.ts';
import { merchants } from './merchants.ts';
import { operator } from './operator.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import { reconciliation } from './reconciliation.ts';
import { sandbox } from './sandbox.ts';

/** The use cases of the gateway, by area. */
export const areas = [
  channelAccounts,
  channels,
  checkout,
  duties,
  events,
  health,
  merchants,
  operator,
  orders,
  payments,
  reconciliation,
  sandbox,
];
