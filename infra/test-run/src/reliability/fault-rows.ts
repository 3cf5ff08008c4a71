/** A fault, and what Kassa must do when it happens. Titles of tests name the fault by its number. */
export interface FaultRow {
  readonly number: number;
  readonly fault: string;
  readonly mustHappen: string;
}

export const faultRows: readonly FaultRow[] = [
  row(
    1,
    'The process is killed in the middle of a refund',
    'Kassa stores the refund before it calls the channel, under a key that stays the same, so the channel makes one refund',
  ),
  row(
    2,
    'The process is killed right after a state change',
    'The event is not lost, because the same write stored the change and its event',
  ),
  row(
    3,
    'The process is killed after it sent a webhook and before it recorded that',
    'The webhook is sent again under the same `webhook-id`',
  ),
  row(
    4,
    'The database is killed under load',
    'Calls get 503 with Retry-After within a bounded time, no acknowledged write is lost, and Kassa recovers by itself',
  ),
  row(
    5,
    'A write succeeds and its answer is lost',
    'The repeated write is recognised, and the change is applied once',
  ),
  row(
    6,
    'The database is slow by 2 s',
    'The pool and the queue stay bounded, the instance reports that it is not ready, and memory stays flat',
  ),
  row(
    7,
    'Fifty refunds race on one order',
    'Pending and made refunds never exceed the amount, and as many are accepted as fit',
  ),
  row(
    8,
    'The same refund ID is used on two orders',
    'One order gets the ID, and a repeated call completes a refund that a crash interrupted',
  ),
  row(9, 'Identical creations race', 'All of them get one order and the same answer'),
  row(
    10,
    'The same transaction ID is used with other content',
    'The call is refused with DUPLICATE_TRANSACTION, and the original stays unchanged',
  ),
  row(
    11,
    'Two workers take the same work, or a worker pauses past its lease',
    'The work has one effect, because the lease keeps out the late worker',
  ),
  row(
    12,
    'Some work always fails',
    'It is postponed, then parked and shown to the operator, and other work proceeds',
  ),
  row(13, 'All instances are restarted in turn', 'No request fails'),
  row(
    14,
    'Events wait to be relayed and their process is gone',
    'Another instance relays them within seconds',
  ),
  row(15, 'The same callback arrives a hundred times', 'It makes one event'),
  row(
    16,
    'Callbacks arrive out of order, or before the submission returns',
    'The order ends in the same state, whatever the sequence',
  ),
  row(
    17,
    'A callback is forged or bears another channel’s signature',
    'The answer is 401, and nothing is written',
  ),
  row(
    18,
    'A genuine callback reports a wrong amount or currency',
    'The report is set aside with an alert, and no state changes',
  ),
  row(
    19,
    'A success arrives after the order was closed or failed',
    'The money is never ignored: it pays the order, or it is returned',
  ),
  row(
    20,
    'A channel does not answer',
    'The result counts as unknown: the channel is asked later, the call is never blindly repeated, and in the end the operator is told',
  ),
  row(
    21,
    'A dispute and a refund meet',
    'A refund that is requested during the dispute is refused, and a pending refund and the dispute each end as usual',
  ),
  row(22, 'A nonce is replayed on another instance', 'Exactly one request passes'),
  row(23, 'A forged request bears the merchant’s next nonce', 'The forged request does not spend the nonce'),
  row(24, 'A nonce has expired but was not purged yet', 'It is free again after five minutes'),
  row(
    25,
    'A timestamp is off by exactly 120,000 ms or by one more, in both directions',
    'It passes at 120,000 ms, and is refused with TIMESTAMP_EXPIRED beyond',
  ),
  row(26, 'Two merchants use one public key', 'The key is refused when the second merchant registers it'),
  row(
    27,
    'A key is revoked',
    'It fails on all instances within a second, and other active keys keep working',
  ),
  row(
    28,
    'Two bodies have one canonical string, or a member stands in a body twice',
    'A million adversarial inputs have different strings, and a repeated member is refused',
  ),
  row(
    29,
    'A body contains `{"$gt":""}`, `a.b`, `__proto__` or `constructor`',
    'The answer is 400, and nothing of it reaches the database',
  ),
  row(
    30,
    'An amount is 1.005, 9007199254740993, 1e400, -0 or JPY 10.5',
    'Kassa reads an amount exactly or refuses it with 400, and never rounds silently',
  ),
  row(
    31,
    'A body has 1 GiB, a depth of 100,000, compression or a wrong type',
    'The answer is 413, 400 or 415, and memory stays flat',
  ),
  row(32, 'Hundreds of connections send slowly', 'They are closed in time, and others are served'),
  row(
    33,
    '64 KiB of hostile text meets each pattern',
    'Every pattern takes linear time, which is milliseconds',
  ),
  row(
    34,
    'X-Forwarded-For is spoofed to pass the allow-list',
    'Kassa believes only the hops of trusted proxies',
  ),
  row(
    35,
    'A signature has malformed Base64 or another length',
    'It is refused, compared in constant time, without a crash',
  ),
  row(
    36,
    'A pay_url or return link is guessed, or used for another order',
    'It is refused in the same way, whatever was wrong',
  ),
  row(
    37,
    'A return address contains scripts, credentials, backslashes or control characters',
    'It is refused, and `order_id` is set through the URL interface',
  ),
  row(
    38,
    'The consumer’s URL is tampered with',
    'The consumer returns only to the address in the stored order',
  ),
  row(
    39,
    'A card number or security code could be kept',
    'It is found nowhere, neither in parts nor encoded',
  ),
  row(40, 'The consumer double-clicks, goes back, reloads or opens two tabs', 'The order has one attempt'),
  row(
    41,
    'Somebody tests cards',
    'An order allows at most ten attempts, each session is rate-limited, and so is each address that guesses sessions',
  ),
  row(
    42,
    'A stranger frames the cashier, or forges messages',
    'Only the merchant’s own origins may frame the cashier, which checks the origin and source of messages',
  ),
  row(
    43,
    'Script or style is injected',
    'A strict policy allows neither inline nor wildcard sources, and a command checks the files against an inventory with integrity hashes',
  ),
  row(
    44,
    'A receiver answers 500, 410 or 429, hangs, sends without end, or redirects',
    'Kassa retries on a schedule, times out, reads a bounded part, follows no redirect, stops at 410 and waits at 429; other merchants are not slowed',
  ),
  row(
    45,
    'A receiver’s address is private, however it is written',
    'It is refused before a connection is made, in more than 150 spellings',
  ),
  row(
    46,
    'A receiver’s name resolves first to a public address and then to a private one',
    'Kassa connects to the address that it checked',
  ),
  row(47, 'A webhook secret is rotated', 'Each webhook bears both signatures'),
  row(
    48,
    'Receivers of ten thousand events fail 30 % of the time, and processes are killed',
    'All events arrive, with stable IDs and in order for each order',
  ),
  row(
    49,
    'A channel is down when a payment begins, or refuses it',
    'Another channel takes the payment within the same call, in one attempt for all tabs and instances; after a submission, no channel is replaced',
  ),
  row(
    50,
    'A channel opens a payment or takes its money after another channel has replaced it',
    'The late payment is cancelled and never handed out; the order is paid once, and a second payment is returned',
  ),
  row(
    51,
    'A channel fails repeatedly, is slow, and recovers',
    'Kassa opens no new payments there until a single probe succeeds',
  ),
  row(
    52,
    'A refund that never reached its channel meets a dispute',
    'The refund is withdrawn; if refunds and lost disputes take more than was paid, an operator is told',
  ),
  row(
    53,
    'A dispute is reported before its payment, and the order ends unpaid',
    'An operator is told, and late money that is disputed is not returned as well',
  ),
  row(
    54,
    'A payment is declined, but its channel would accept another card for days',
    'The attempt is cancelled at its channel; each decline counts as an attempt, and ten are allowed',
  ),
  row(
    55,
    'The outcome of a dispute is never reported',
    'Kassa asks the channel every day, and in the end an operator, who can conclude the dispute',
  ),
  row(
    56,
    'An insert into the event log stalls for a minute or an hour, and lands among older entries',
    'No follower misses the event, because its cursor stays before every event that still waits in an order',
  ),
  row(
    57,
    'The gateway is down for more than a week, or a channel’s books stay unavailable',
    'Each day is reconciled in the end, the latest first; Kassa asks daily for unavailable books and keeps them listed',
  ),
  row(
    58,
    'An operator gives a channel with payments the credentials of another account',
    'The credentials are refused, and a signed report that names one of our IDs is always shown to an operator',
  ),
  row(
    59,
    'A payment link is reopened on another device during a wallet payment or 3-D Secure',
    'The page leads the consumer on to the processor’s or the bank’s page',
  ),
  row(
    61,
    'A card is sent from one tab while another tab has opened the wallet',
    'Nothing is sent; the page says why and keeps what was entered',
  ),
  row(
    74,
    'Two versions work on one database, and its migration is killed, run twice or forgotten',
    'No write is lost, orders are found as before, and no version starts on a database form that it does not know',
  ),
  row(
    75,
    'An order near its limits: hundreds of refunds, disputes and reports, long texts',
    'Its document stays below 1 MiB under the same rules; what has no room is refused by name or waits for an operator',
  ),
  row(
    81,
    'A channel hangs while 5,000 of its attempts are due',
    'Refunds, expiries and events of other channels and merchants take at most twice their usual p99',
  ),
];

function row(number: number, fault: string, mustHappen: string): FaultRow {
  return { number, fault, mustHappen };
}
