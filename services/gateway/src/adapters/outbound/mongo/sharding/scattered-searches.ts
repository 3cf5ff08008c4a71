/**
 * A search in a sharded collection that does not name the shard key. On a cluster, such a search is answered by all shards.
 * Every other command, including every write and deletion, must name the shard key.
 */
export interface ScatteredSearch {
  readonly collection: 'orders' | 'events' | 'refund_claims' | 'nonces';
  /** Whether the search reads documents or counts them. */
  readonly command: 'find' | 'count';
  /** Members by which the command always searches. It may also search by other members. Empty if there are none. */
  readonly by: readonly string[];
  /** The maximum number of documents that the command reads or counts; null if there is no limit. */
  readonly most: number | null;
  readonly purpose: string;
  readonly frequency: string;
}

const eachSecond = 'once a second, by one of all workers';
const eachReading = 'once in 5 s for each instance';
const byMerchants = 'a call of a merchant';
const byOperators = 'a call of an operator';

/** All searches that do not name the shard key. If a search has the members of several rows, the first of these rows applies. */
export const scatteredSearches: readonly ScatteredSearch[] = [
  {
    collection: 'orders',
    command: 'find',
    by: ['due.attentionAt'],
    most: 200,
    purpose: 'due orders; the oldest of them, for the metrics',
    frequency: `${eachSecond}, and again immediately while 200 are due; ${eachReading}`,
  },
  {
    collection: 'orders',
    command: 'count',
    by: ['due.attentionAt'],
    most: 10_000,
    purpose: 'how many orders are due, for the metrics',
    frequency: `${eachReading}, if any is due`,
  },
  {
    collection: 'events',
    command: 'find',
    by: ['delivery.nextTryAt'],
    most: 200,
    purpose: 'events whose delivery is due; the oldest of them, for the metrics',
    frequency: `${eachSecond}, and again while 200 are due; ${eachReading}`,
  },
  {
    collection: 'events',
    command: 'count',
    by: ['delivery.nextTryAt'],
    most: 10_000,
    purpose: 'how many deliveries are due, for the metrics',
    frequency: `${eachReading}, if any is due`,
  },
  {
    collection: 'events',
    command: 'find',
    by: ['createdAt', 'delivery.state'],
    most: 500,
    purpose: 'events that are kept long enough',
    frequency: 'once in 5 s, by one of all workers, and again immediately while 500 are found',
  },
  {
    collection: 'orders',
    command: 'find',
    by: ['order.attempts.paymentReference'],
    most: null,
    purpose: 'the one order of a payment, by the processor’s reference',
    frequency: 'each callback that names its payment',
  },
  {
    collection: 'orders',
    command: 'find',
    by: ['order.quarantine.paymentReference'],
    most: null,
    purpose: 'the one order of a payment that was set aside',
    frequency: 'each callback whose payment no attempt has',
  },
  {
    collection: 'orders',
    command: 'find',
    by: ['order.attempts.opening.channelReference'],
    most: null,
    purpose: 'the one order of a payment that the processor reports without the gateway’s ID',
    frequency: 'each such callback: disputes and refunds of payments that others made with the account',
  },
  {
    collection: 'orders',
    command: 'find',
    by: ['order.attempts.openedAs.channelReference'],
    most: null,
    purpose: 'the same among archived orders',
    frequency: 'each such callback that no order matches',
  },
  {
    collection: 'orders',
    command: 'find',
    by: ['due.unloggedSince'],
    most: 1,
    purpose: 'the merchant’s oldest event that is not in the event log yet',
    frequency: `${byMerchants}: the list of events`,
  },
  {
    collection: 'orders',
    command: 'find',
    by: ['order.refunds.createdAt'],
    most: 501,
    purpose: 'a merchant’s refunds of a span of time',
    frequency: `${byMerchants}: the list of refunds, with several spans`,
  },
  {
    collection: 'orders',
    command: 'find',
    by: ['due.moneyHours'],
    most: null,
    purpose: 'the money that moved in an hour, in batches of 1,000 orders',
    frequency: 'a settlement report or a reconciliation: one search for each hour of the day',
  },
  {
    collection: 'orders',
    command: 'find',
    by: ['order.attempts'],
    most: 1,
    purpose: 'an order that was opened at a channel, without an index',
    frequency: `${byOperators}: a change of an account’s credentials`,
  },
  {
    collection: 'orders',
    command: 'find',
    by: ['due.casesSince'],
    most: 101,
    purpose: 'orders with open cases; the oldest of them, for the metrics',
    frequency: `${byOperators}: the list of cases; ${eachReading}`,
  },
  {
    collection: 'orders',
    command: 'count',
    by: ['due.casesSince'],
    most: 10_000,
    purpose: 'how many orders have cases, for the metrics',
    frequency: `${eachReading}, if any has`,
  },
  {
    collection: 'orders',
    command: 'find',
    by: ['order.merchantId', 'order.createdAt'],
    most: 101,
    purpose: 'a merchant’s orders of a span of time, the newest first',
    frequency: `${byMerchants}: the list of orders, with at most five spans`,
  },
  {
    collection: 'orders',
    command: 'find',
    by: ['order.createdAt'],
    most: 50,
    purpose: 'old orders, by ID',
    frequency: `${byOperators}: \`kassa-admin archive write\`, batch by batch`,
  },
  {
    collection: 'events',
    command: 'find',
    by: ['delivery.state'],
    most: 101,
    purpose: 'events whose delivery was given up; the oldest of them, for the metrics',
    frequency: `${byOperators}: the list of these events; ${eachReading}`,
  },
  {
    collection: 'events',
    command: 'count',
    by: ['delivery.state'],
    most: 10_000,
    purpose: 'how many deliveries were given up',
    frequency: `${byOperators}: the list of cases; ${eachReading}, if there are any`,
  },
  {
    collection: 'events',
    command: 'find',
    by: ['merchantId', 'loggedAt'],
    most: 501,
    purpose: 'a merchant’s events of a span of time, by the time of logging',
    frequency: `${byMerchants}: the list of events, with at most ten spans; events that are sent again, with at most five`,
  },
  {
    collection: 'orders',
    command: 'find',
    by: ['schema'],
    most: 1,
    purpose: 'an order in an earlier format',
    frequency: 'the start of an instance, once for each migration of orders',
  },
  ...(['orders', 'events', 'refund_claims', 'nonces'] as const).map(
    (collection): ScatteredSearch => ({
      collection,
      command: 'find',
      by: [],
      most: 1,
      purpose: 'any document',
      frequency: 'the first start with an empty database',
    }),
  ),
];
