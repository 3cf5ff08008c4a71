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
    'Kassa stores the refund before it calls the channel, and repeats the call under the same key, so the channel makes only one refund',
  ),
  row(
    2,
    'The process is killed right after a state change',
    'The event is not lost, because the same write stored the change and its event',
  ),
  row(
    3,
    'The process is killed after it sent a webhook and before it recorded the delivery',
    'The webhook is sent again under the same `webhook-id`',
  ),
  row(
    4,
    'The database is killed under load',
    'Calls are answered in time with 503 and Retry-After, no acknowledged write is lost, and Kassa recovers by itself',
  ),
  row(
    5,
    'A write to the database succeeds, but its answer is lost',
    'Kassa repeats the write, and the change is applied only once',
  ),
  row(
    6,
    'Each database operation takes 2 s longer',
    'The numbers of connections and of waiting operations stay bounded, the instance reports that it is not ready, and its memory does not grow',
  ),
  row(
    7,
    'Fifty refunds of one order are requested at once',
    'Pending and completed refunds together never exceed the paid amount, and as many are accepted as it allows',
  ),
  row(
    8,
    'The same refund ID is used for two orders',
    'Only one order gets the ID, and repeating the call completes a refund that a crash interrupted',
  ),
  row(
    9,
    'Identical requests to create a payment arrive at once',
    'They create one order, and all get the same answer',
  ),
  row(
    10,
    'The same transaction ID is used with other content',
    'The call is refused with DUPLICATE_TRANSACTION, and the original stays unchanged',
  ),
  row(
    11,
    'Two processes take the same work, or a process pauses until its lease has ended',
    'The work has only one effect, because the late process can no longer record anything',
  ),
  row(
    12,
    'The work of one order always fails',
    'The work is postponed, then parked and shown to an operator, and other work continues',
  ),
  row(13, 'All instances are restarted in turn', 'No request fails'),
  row(
    14,
    'A process dies before it moves its events to the event log',
    'Another instance moves them to the event log within seconds',
  ),
  row(15, 'The same callback arrives a hundred times', 'It causes only one event'),
  row(
    16,
    'Callbacks arrive in another sequence, or before the submission returns',
    'The payment order ends in the same state, whatever the sequence',
  ),
  row(
    17,
    'A callback is forged, or has another channel’s signature',
    'The answer is 401, and nothing is written',
  ),
  row(
    18,
    'A genuine callback reports a wrong amount or currency',
    'The report is set aside for an operator with an alert, and no state changes',
  ),
  row(
    19,
    'A success arrives after the order was closed or failed',
    'The money is never ignored: it pays the order, or goes back to the consumer',
  ),
  row(
    20,
    'A channel does not answer',
    'The result counts as unknown: Kassa asks the channel later, never repeats the call blindly, and in the end tells an operator',
  ),
  row(
    21,
    'A payment is disputed while a refund is pending, or refunded while it is disputed',
    'A refund that is requested during the dispute is refused; a refund that is pending at the channel, and the dispute, end as usual',
  ),
  row(22, 'A nonce is replayed on another instance', 'Only one request with the nonce is accepted'),
  row(23, 'A forged request uses the merchant’s next nonce', 'The forged request does not use up the nonce'),
  row(24, 'A nonce has expired but was not purged yet', 'The nonce can be used again after five minutes'),
  row(
    25,
    'A timestamp is off by exactly 120,000 ms or by one more, in both directions',
    'The request is accepted at 120,000 ms, and refused with TIMESTAMP_EXPIRED beyond that',
  ),
  row(26, 'Two merchants use one public key', 'The key is refused when the second merchant registers it'),
  row(
    27,
    'A key is revoked',
    'All instances refuse the key within a second, and the merchant’s other active keys keep working',
  ),
  row(
    28,
    'Two different bodies have the same canonical string, or a member occurs twice in a body',
    'A million adversarial bodies all have different canonical strings, and a repeated member is refused',
  ),
  row(
    29,
    'A body contains `{"$gt":""}`, `a.b`, `__proto__` or `constructor`',
    'The answer is 400, and nothing of the body reaches the database',
  ),
  row(
    30,
    'An amount is 1.005, 9007199254740993, 1e400, -0 or JPY 10.5',
    'Kassa reads an amount exactly or refuses it with 400, and never rounds silently',
  ),
  row(
    31,
    'A body has 1 GiB, a depth of 100,000, compression or a wrong type',
    'The answer is 413, 400 or 415, and the memory does not grow',
  ),
  row(32, 'Hundreds of connections send slowly', 'They are closed in time, and other callers are served'),
  row(
    33,
    '64 KiB of hostile text is checked against each pattern',
    'Every pattern takes time in proportion to the length, which is milliseconds',
  ),
  row(
    34,
    'X-Forwarded-For is spoofed to pass the allow-list',
    'Kassa believes only addresses that trusted proxies have added',
  ),
  row(
    35,
    'A signature has malformed Base64 or another length',
    'The signature is refused without a crash, and compared in constant time',
  ),
  row(
    36,
    'A pay_url or return link is guessed, or used for another order',
    'The answer is the same, whatever was wrong, so it reveals nothing',
  ),
  row(
    37,
    'A return address contains scripts, credentials, backslashes or control characters',
    'The address is refused; `order_id` is added with a URL parser, not by joining strings',
  ),
  row(
    38,
    'The consumer’s URL is tampered with',
    'The consumer returns only to the address in the stored order',
  ),
  row(
    39,
    'A card number or security code could be stored by mistake',
    'It is found nowhere after a payment, neither in parts nor encoded',
  ),
  row(
    40,
    'The consumer double-clicks, goes back, reloads or opens two tabs',
    'The order has one attempt, and the consumer is charged once',
  ),
  row(
    41,
    'Somebody tries out stolen card numbers',
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
    'Kassa retries on a schedule, stops waiting in time, reads only a part of the answer, follows no redirect, stops at 410 and waits at 429; other merchants are not slowed',
  ),
  row(
    45,
    'A receiver’s address is private, however it is written',
    'The address is refused before a connection is made, in more than 150 spellings',
  ),
  row(
    46,
    'A receiver’s name resolves first to a public address and then to a private one',
    'Kassa connects to the address that it checked',
  ),
  row(47, 'A webhook secret is rotated', 'Each webhook has a signature by the old and by the new secret'),
  row(
    48,
    'Receivers of ten thousand events fail 30 % of the time, and processes are killed',
    'All events arrive, with stable IDs and in sequence for each order',
  ),
  row(
    49,
    'A channel is down when a payment begins, or refuses the payment',
    'Another channel takes the payment within the same call, in one attempt for all tabs and instances; after a submission, the channel stays',
  ),
  row(
    50,
    'A channel opens a payment or takes its money after another channel has replaced it',
    'The late payment is cancelled and never offered to the consumer; the order is paid once, and a second payment is returned',
  ),
  row(
    51,
    'A channel fails repeatedly, is slow, and recovers',
    'Kassa opens no new payments there until a single probe succeeds',
  ),
  row(
    52,
    'A payment is disputed before a refund has reached its channel',
    'The refund is withdrawn; if refunds and lost disputes take more than was paid, an operator is told',
  ),
  row(
    53,
    'A dispute is reported before its payment, and the order ends unpaid',
    'An operator is told; if the disputed money arrives late, it is not returned as well',
  ),
  row(
    54,
    'A payment is declined, but its channel would accept another card for days',
    'The attempt is cancelled at its channel; each decline counts as an attempt, and an order allows ten attempts',
  ),
  row(
    55,
    'The outcome of a dispute is never reported',
    'Kassa asks the channel every day, and in the end tells an operator, who can conclude the dispute',
  ),
  row(
    56,
    'An insert into the event log stalls for a minute or an hour, and the event appears among older ones',
    'No client that follows the log misses the event, because its cursor stays before every event that is not in the log yet',
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
    'The page takes the consumer to the processor’s or the bank’s page',
  ),
  row(
    60,
    'The consumer closes 3-D Secure, or the page of the bank or of the wallet hangs',
    'The consumer can cancel the attempt and pay in another way; an attempt whose channel has not confirmed stays in progress, and the page says until when its result is awaited',
  ),
  row(
    61,
    'A card is sent from one tab while another tab has opened the wallet',
    'Nothing is sent; the page says why and keeps what was entered',
  ),
  row(
    62,
    'JavaScript is off, or a script of the cashier’s page fails or hangs',
    'The page says what it is and what to do, and is never empty',
  ),
  row(
    63,
    'The consumer refuses in the wallet, or the order has used up its attempts',
    'The page says what happened and leaves exactly the ways that still lead on',
  ),
  row(
    74,
    'Two versions work on one database, and its migration is killed, run twice or forgotten',
    'No write is lost, orders are found as before, and no version starts on a database in a format that it does not know',
  ),
  row(
    75,
    'An order is near its limits, with hundreds of refunds, disputes and reports, and long texts',
    'Its document stays below 1 MiB; what has no room is refused with the reason, or waits for an operator',
  ),
  row(
    81,
    'A channel hangs while 5,000 of its attempts are due',
    'The p99 of refunds, expiries and events of other channels and merchants is at most twice the usual',
  ),
];

function row(number: number, fault: string, mustHappen: string): FaultRow {
  return { number, fault, mustHappen };
}
