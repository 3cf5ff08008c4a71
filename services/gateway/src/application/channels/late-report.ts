import type { ChannelNotification } from '../../ports/channel-callback.ts';
import type { OrderArchived } from '../../ports/order-archived.ts';
import { textOf } from './report-text.ts';

/**
 * Thrown if a channel's report concerns an order that was archived and removed. The report changes nothing, and a case for an
 * operator opens immediately. The message says what the channel reported, and which archive contains the order.
 */
export class LateReport extends Error {
  override readonly name = 'LateReport';

  constructor(
    received: Exclude<ChannelNotification, { kind: 'irrelevant' }>,
    reference: string,
    archived: OrderArchived,
  ) {
    const report = received.kind === 'for_operator' ? received.detail : textOf(received);
    super(
      `the channel reports, about ${reference}: ${report}. ${archived.message} Look at the order there, act on the report at the channel, and settle this case`,
      { cause: archived },
    );
  }
}
