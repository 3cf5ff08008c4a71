/** What can go wrong and what must then happen; the numbers are those that tests carry in their titles. */
export interface FaultRow {
  readonly number: number;
  readonly fault: string;
  readonly mustHappen: string;
}

export const faultRows: readonly FaultRow[] = [
  row(
    1,
    'The process is killed in the middle of a refund',
    'The intent is stored before the channel is called, under a key that stays the same: one refund at the channel',
  ),
  row(2, 'The process is killed right after a state change', 'Its event is there: it was the same write'),
  row(
    3,
    'The process is killed after a webhook was sent and before that was noted',
    'It is sent again under the same `webhook-id`',
  ),
  row(
    4,
    'The database is killed under load',
    'Bounded 503 with Retry-After, no acknowledged write is lost, recovery by itself',
  ),
  row(5, 'A write happened and its answer was lost', 'Recognised on repetition, applied once'),
  row(6, 'The database is slow by 2 s', 'Bounded pool and queue, not ready, memory flat'),
  row(
    7,
    'Fifty refunds race on one order',
    'Pending and made refunds never exceed the amount, and exactly as many are accepted as fit',
  ),
  row(
    8,
    'The same refund number on two orders',
    'One wins; a crash between claim and refund is finished by a repetition',
  ),
  row(9, 'Identical creations race', 'One order, the same answer to all'),
  row(10, 'The same number with other contents', 'DUPLICATE_TRANSACTION, the original untouched'),
  row(
    11,
    'Two workers take the same work; a worker pauses past its lease',
    'One effect: the lease fences what comes late',
  ),
  row(12, 'Work that always fails', 'Put off, parked, shown; its neighbours go on'),
  row(13, 'A rolling restart', 'No request fails'),
  row(
    14,
    'Events wait to be relayed while their process is gone',
    'Another instance relays them within seconds',
  ),
  row(15, 'The same callback a hundred times', 'One event'),
  row(16, 'Callbacks out of order, or before the submission returns', 'The same end in every order'),
  row(17, 'A forged callback, or one with another channel’s signature', '401, nothing is written'),
  row(18, 'A genuine callback with a wrong amount or currency', 'Set aside, an alert, no state change'),
  row(
    19,
    'A success after the order was closed or failed',
    'Never dropped: it pays the order, or the money is returned',
  ),
  row(
    20,
    'A channel does not answer',
    'Unknown: asked about later, never repeated blindly, in the end shown to the operator',
  ),
  row(21, 'A refund during a dispute; a dispute during a refund', 'Refused; both end as their tables say'),
  row(22, 'A nonce is replayed on another instance', 'Exactly one request passes'),
  row(23, 'A forged request bears the merchant’s next nonce', 'The nonce is not spent'),
  row(24, 'A nonce has expired and is not purged yet', 'It is free again after five minutes'),
  row(
    25,
    'A timestamp is exactly 120,000 ms off, or one more, in both directions',
    'It passes, or is TIMESTAMP_EXPIRED',
  ),
  row(26, 'One public key for two merchants', 'Refused when the second is taken on'),
  row(27, 'A key is revoked', 'It fails on all instances within a second; other active keys go on'),
  row(
    28,
    'Two bodies with one canonical string; a member twice',
    'Impossible, in a million adversarial inputs; refused',
  ),
  row(29, '`{"$gt":""}`, `a.b`, `__proto__`, `constructor`', '400, nothing reaches the database'),
  row(
    30,
    'Amounts such as 1.005, 9007199254740993, 1e400, -0, JPY 10.5',
    'Exact or 400, never rounded silently',
  ),
  row(31, 'A body of 1 GiB, of depth 100,000, compressed, of a wrong type', '413, 400 or 415, memory flat'),
  row(32, 'Hundreds of connections that send slowly', 'Closed in time, others are served'),
  row(33, '64 KiB of hostile text against every pattern', 'Linear, within milliseconds'),
  row(34, 'A spoofed X-Forwarded-For against the allow-list', 'Only the trusted proxies’ hops count'),
  row(
    35,
    'A signature in sloppy Base64, or of another length',
    'Refused, compared in constant time, no crash',
  ),
  row(
    36,
    'A pay_url or a way back is guessed, or one order’s is used for another',
    'Refused in one and the same way, whatever was wrong',
  ),
  row(
    37,
    'Scripts, credentials, backslashes or control characters in addresses to come back to',
    'Refused, and order_id is set through the URL interface',
  ),
  row(38, 'The consumer’s address is tampered with', 'The target comes from the stored order alone'),
  row(39, 'A card number or security code anywhere', 'Nowhere to be found, also in parts and encoded'),
  row(40, 'A double click, Back, a reload, two tabs', 'One attempt'),
  row(
    41,
    'Cards are tried out',
    'At most ten attempts an order, a rate for each session, and one for each address that guesses',
  ),
  row(
    42,
    'The cashier is framed by a stranger, or messages are forged',
    'Only the merchant’s own origins may frame it; origin and source are checked',
  ),
  row(
    43,
    'Script or style is injected',
    'A strict policy without inline or wildcard; an inventory with integrity, checked by command',
  ),
  row(
    44,
    'A receiver answers 500, hangs, streams for ever, redirects, answers 410 or 429',
    'The ladder, a time-out, a capped read, not followed, switched off, waited for; other merchants are not slowed',
  ),
  row(
    45,
    'A receiver’s address is private, in whatever spelling',
    'Refused when connecting; more than 150 spellings, no connection',
  ),
  row(
    46,
    'The name of a receiver resolves to a public address first and to a private one then',
    'The address that was checked is the one connected to',
  ),
  row(47, 'A webhook secret is being rotated', 'Both signatures are sent'),
  row(
    48,
    'Ten thousand events, receivers failing 30 % of the time, kills in between',
    'All delivered, stable IDs, in order per order',
  ),
  row(
    49,
    'A channel is down when a payment is begun, or refuses it',
    'Another takes it within the same call, by one attempt, whatever tabs and instances; never after a submission',
  ),
  row(
    50,
    'A channel opens a payment, or takes its money, after another has taken its place',
    'It is not handed out and is cancelled; the order is paid once, and what comes twice is returned',
  ),
  row(
    51,
    'A channel fails again and again, is slow, and comes back',
    'It is left alone, but for what exists, until the one payment that is tried there goes well',
  ),
  row(
    52,
    'A refund that never reached its channel meets a dispute',
    'It is withdrawn; refunds and lost disputes take no more than was paid, or a case says why',
  ),
  row(
    53,
    'A dispute is reported before its payment, and the order ends without it',
    'An operator hears of it, and late money that is disputed is not returned as well',
  ),
  row(
    54,
    'A payment is declined, and its channel would take another card for it for days',
    'The attempt is cancelled at its channel; each decline is a try, and ten are the end',
  ),
  row(
    55,
    'The outcome of a dispute is never reported',
    'The channel is asked every day, and in the end an operator, who can conclude it',
  ),
  row(
    56,
    'An insert into the event log stalls for a minute or an hour, and lands among older entries',
    'No follower has been given a cursor beyond it: it stays behind every event that waits in its order',
  ),
  row(
    57,
    'The gateway is away for longer than a week, or a channel’s books stay unavailable',
    'Each day is reconciled in the end, the latest first; unavailable books are asked for each day and stay listed',
  ),
  row(
    58,
    'Another account at the processor is put under a channel at which payments were made',
    'Refused, and a signed report that names an ID of ours is never dropped in silence',
  ),
  row(
    74,
    'Two versions work on one database, and its migration is killed, run twice, or forgotten',
    'No write is lost, what orders are found by is right, and no version starts on a form that it does not know',
  ),
  row(
    75,
    'An order near its limits: hundreds of refunds, disputes and reports, long texts',
    'Its document stays below 1 MiB under the same rules; what has no room is refused by name or waits for an operator',
  ),
  row(
    81,
    'A channel hangs while 5,000 of its attempts are due',
    'Refunds, expiries and events of other channels and merchants are not slower than twice their usual p99',
  ),
];

function row(number: number, fault: string, mustHappen: string): FaultRow {
  return { number, fault, mustHappen };
}
