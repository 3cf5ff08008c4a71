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
    'Kassa stores the refund before it calls the channel, and repeats the call with the same idempotency key, so the channel makes only one refund',
  ),
  row(
    2,
    'The process is killed right after a state change',
    'The event of a state change is not lost, because the same write stored the change and its event',
  ),
  row(
    3,
    'The process is killed after it sent a webhook and before it recorded the delivery',
    'The webhook is sent again under the same `webhook-id`',
  ),
  row(
    4,
    'The database is killed under load',
    'While the database is down, calls do not hang but get 503 with Retry-After. No acknowledged write is lost, and Kassa recovers by itself',
  ),
  row(
    5,
    'A write to the database succeeds, but its answer is lost',
    'Kassa repeats a write whose answer was lost, and the change is applied only once',
  ),
  row(
    6,
    'Each database operation takes 2 s longer',
    'While the database is slow, the instance reports that it is not ready. It limits its connections and waiting operations, so its memory does not grow',
  ),
  row(
    7,
    'Fifty refunds of one order are requested at once',
    'Pending and completed refunds of an order together never exceed the paid amount. As many refunds are accepted as this allows',
  ),
  row(
    8,
    'The same refund ID is used for two orders',
    'If a refund ID is used for two orders, only one order gets it. If a crash interrupts a refund request, repeating the request completes the refund',
  ),
  row(
    9,
    'Identical requests to create a payment arrive at once',
    'They create one order, and all get the same answer',
  ),
  row(
    10,
    'The same transaction ID is used with other content',
    'A call with a used transaction ID and other content is refused with DUPLICATE_TRANSACTION. The existing order stays unchanged',
  ),
  row(
    11,
    'Two processes take the same work, or a process pauses until its lease has ended',
    'If two processes do the same work, the work takes effect only once, because a process whose lease has ended can no longer record anything',
  ),
  row(
    12,
    'The work of one order always fails',
    'If the work on an order always fails, it is postponed, and after many failures an operator gets a case. The work on other orders continues',
  ),
  row(13, 'All instances are restarted in turn', 'No request fails'),
  row(
    14,
    'A process dies before it moves its events to the event log',
    'Another instance moves the events of a dead process to the event log within seconds',
  ),
  row(15, 'The same callback arrives a hundred times', 'It causes only one event'),
  row(
    16,
    'Callbacks arrive in another sequence, or before the submission returns',
    'The payment order ends in the same state, in whatever sequence the callbacks arrive',
  ),
  row(
    17,
    'A callback is forged, or has another channel’s signature',
    'The answer is 401, and nothing is written',
  ),
  row(
    18,
    'A genuine callback reports a wrong amount or currency',
    'A callback with a wrong amount or currency changes no state. It is stored for an operator, who gets an alert',
  ),
  row(
    19,
    'A success arrives after the order was closed or failed',
    'Money that arrives late is never ignored: it pays the order, or goes back to the consumer',
  ),
  row(
    20,
    'A channel does not answer',
    'If a channel does not answer a call, the result is unknown. Kassa asks the channel later and never repeats the call blindly. If the result stays unknown, an operator gets a case',
  ),
  row(
    21,
    'A payment is disputed while a refund is pending, or refunded while it is disputed',
    'A refund that is requested during a dispute is refused. A refund that is already pending at the channel ends as usual, and so does the dispute',
  ),
  row(22, 'A nonce is replayed on another instance', 'Only one request with the nonce is accepted'),
  row(23, 'A forged request uses the merchant’s next nonce', 'The forged request does not use up the nonce'),
  row(24, 'A nonce has expired but was not purged yet', 'The nonce can be used again after five minutes'),
  row(
    25,
    'A timestamp is off by exactly 120,000 ms or by one more, in both directions',
    'A request is accepted if its timestamp is off by up to 120,000 ms, and refused with TIMESTAMP_EXPIRED beyond that',
  ),
  row(26, 'Two merchants use one public key', 'The key is refused when the second merchant registers it'),
  row(
    27,
    'A key is revoked',
    'All instances refuse a revoked key within a second, and the merchant’s other active keys keep working',
  ),
  row(
    28,
    'Two different bodies have the same canonical string, or a member occurs twice in a body',
    'A million adversarial bodies all have different canonical strings, so no signature is valid for two of them. A body with a repeated member is refused',
  ),
  row(
    29,
    'A body contains `{"$gt":""}`, `a.b`, `__proto__` or `constructor`',
    'A body that contains an operator of the database such as `$gt`, or a special name of JavaScript such as `__proto__`, is refused with 400. Nothing of it reaches the database',
  ),
  row(
    30,
    'An amount is 1.005, 9007199254740993, 1e400, -0 or JPY 10.5',
    'Kassa reads an amount exactly or refuses it with 400, and never rounds silently',
  ),
  row(
    31,
    'A body has 1 GiB, a depth of 100,000, compression or a wrong type',
    'A hostile body is answered with 413, 400 or 415, and the gateway’s memory does not grow',
  ),
  row(
    32,
    'Hundreds of connections send slowly',
    'A connection that has not sent its whole request within the time limit is closed, and other callers are served',
  ),
  row(
    33,
    '64 KiB of hostile text is checked against each pattern',
    'Checking a text against any pattern takes time in proportion to the text’s length: milliseconds for 64 KiB',
  ),
  row(
    34,
    'X-Forwarded-For is spoofed to pass the allow-list',
    'Kassa believes only those addresses in X-Forwarded-For that trusted proxies have added',
  ),
  row(
    35,
    'A signature has malformed Base64 or another length',
    'A malformed signature is refused without a crash. Signatures are compared in constant time',
  ),
  row(
    36,
    'A pay_url or return link is guessed, or used for another order',
    'A guessed link and a link of another order get the same answer, so the answer reveals nothing about an order',
  ),
  row(
    37,
    'A return address contains scripts, credentials, backslashes or control characters',
    'A hostile return address is refused. Kassa adds `order_id` to an address with a URL parser, not by joining strings',
  ),
  row(
    38,
    'The consumer’s URL is tampered with',
    'Whatever the URL says, the consumer returns only to the address in the stored order',
  ),
  row(
    39,
    'A card number or security code could be stored by mistake',
    'After a payment, the card number and the security code are stored nowhere, neither in parts nor encoded',
  ),
  row(
    40,
    'The consumer double-clicks, goes back, reloads or opens two tabs',
    'The order has one attempt, and the consumer is charged once',
  ),
  row(
    41,
    'Somebody tries out stolen card numbers',
    'An order allows at most ten attempts. Rate limits apply to each session, and to each IP address that guesses sessions',
  ),
  row(
    42,
    'A stranger frames the cashier, or forges messages',
    'Only the merchant’s own origins may show the cashier in a frame. The cashier checks the origin and the source of every message',
  ),
  row(
    43,
    'Script or style is injected',
    'The page’s security policy allows neither inline nor wildcard sources. A command checks the page’s files against an inventory of their hashes',
  ),
  row(
    44,
    'A receiver answers 500, 410 or 429, hangs, sends without end, or redirects',
    'Kassa retries a webhook on a schedule, limits how long it waits and how much of the answer it reads, and follows no redirect. It stops after a 410 and waits after a 429. Other merchants are not slowed',
  ),
  row(
    45,
    'A receiver’s address is private, however it is written',
    'A private address is refused before a connection is made, in more than 150 spellings',
  ),
  row(
    46,
    'A receiver’s name resolves first to a public address and then to a private one',
    'Kassa connects to the address that it checked',
  ),
  row(
    47,
    'A webhook secret is rotated',
    'While a webhook secret is replaced, each webhook has one signature by the old secret and one by the new',
  ),
  row(
    48,
    'Receivers of ten thousand events fail 30 % of the time, and processes are killed',
    'All events arrive, with stable IDs and in sequence for each order',
  ),
  row(
    49,
    'A channel is down when a payment begins, or refuses the payment',
    'If a channel does not open a payment, the gateway opens the payment at another channel within the same call. All tabs and instances then share this second attempt. A submitted payment is never moved to another channel',
  ),
  row(
    50,
    'A channel opens a payment or takes its money after another channel has replaced it',
    'If the first channel opens the payment after all, although another channel has replaced it, the gateway cancels this payment and never offers it to the consumer. If both channels take money, the order is paid once, and the second payment is returned',
  ),
  row(
    51,
    'A channel fails repeatedly, is slow, and recovers',
    'Kassa opens no new payments at a failing channel until a single probe succeeds',
  ),
  row(
    52,
    'A payment is disputed before a refund has reached its channel',
    'When a dispute is opened, a refund that has not reached its channel is cancelled. If the refunds and lost disputes of a payment together exceed the paid amount, an operator gets a case',
  ),
  row(
    53,
    'A dispute is reported before its payment, and the order ends unpaid',
    'An operator is told of a dispute whose order ends unpaid. If the disputed payment succeeds later, Kassa does not return its money, because the bank may have taken it back',
  ),
  row(
    54,
    'A payment is declined, but its channel would accept another card for days',
    'A declined attempt is cancelled at its channel once the consumer can no longer retry there. Each decline counts as an attempt, and an order allows ten attempts',
  ),
  row(
    55,
    'The outcome of a dispute is never reported',
    'Kassa asks the channel every day for the dispute’s outcome. If the outcome stays unknown for months, an operator gets a case and can conclude the dispute',
  ),
  row(
    56,
    'An insert into the event log stalls for a minute or an hour, and the event appears among older ones',
    'A client that follows the event log misses no event. The position from which it resumes always lies before any event that has yet to enter the log',
  ),
  row(
    57,
    'The gateway is down for more than a week, or a channel’s books stay unavailable',
    'Kassa reconciles every day that it missed, the latest first. While a channel’s books of a day are unavailable, Kassa asks for them again every day and shows that day as not compared',
  ),
  row(
    58,
    'An operator gives a channel with payments the credentials of another account',
    'If a channel has payments, Kassa refuses to replace the channel’s credentials by those of another account at the processor. If a signed report contains an ID of Kassa’s and an ID of the processor’s that belong to different payments, the report is shown to an operator',
  ),
  row(
    59,
    'A payment link is reopened on another device during a wallet payment or 3-D Secure',
    'The reopened cashier sends the consumer to the page of the processor or the bank on which the payment can be finished',
  ),
  row(
    60,
    'The consumer closes 3-D Secure, or the page of the bank or of the wallet hangs',
    'The consumer can cancel the attempt and pay in another way. If the channel does not confirm the cancellation, the attempt stays in progress, and the page says until when to wait for its result',
  ),
  row(
    61,
    'A card is sent from one tab while another tab has opened the wallet',
    'Once another tab has opened the wallet, the gateway refuses a card from the first tab. The page in the first tab says why and keeps what the consumer entered',
  ),
  row(
    62,
    'JavaScript is off, or a script of the cashier’s page fails or hangs',
    'The cashier’s page is never empty. It says that it is a payment page and tells the consumer what to do',
  ),
  row(
    63,
    'The consumer refuses in the wallet, or the order has used up its attempts',
    'The cashier’s page says what happened and offers only what the consumer can still do',
  ),
  row(
    64,
    'A script of the merchant’s own page tries to read the card fields, to change them or to redirect them',
    'A script of the merchant’s page learns nothing of what the consumer types. The card goes only to the gateway, for the order of the page',
  ),
  row(
    65,
    'Callers open many connections, send requests without waiting for responses, and never read',
    'The gateway processes one request of a connection at a time and closes connections that read nothing. Memory stays within 1.3 times that of an idle gateway, and the health check answers within 200 ms',
  ),
  row(
    66,
    'Somebody forges signatures and callbacks, or guesses merchant IDs, sessions or tokens, thousands of times',
    'After a burst, the gateway refuses the caller before it reads the database, and alerts operators. The merchant’s own calls are served',
  ),
  row(
    67,
    'A deployment is started with keys or a database of another deployment, a placeholder for a secret, or a mistyped setting',
    'The gateway refuses to start, changes nothing, and names what is wrong',
  ),
  row(
    68,
    'Server keys are rotated while instances with the old and with the new keys run',
    'Every instance first accepts a new key before any instance uses it, so no call fails. The gateway refuses to start with a key that was not accepted first',
  ),
  row(
    69,
    'Somebody alters, removes or reorders entries of the audit log in the database',
    '`kassa-admin audit verify` names the first entry that was changed. Against a head that was exported, it also finds that the end was removed or the whole log rewritten',
  ),
  row(
    70,
    'The database lacks a permission for the gateway, or a document is too large for it',
    'The gateway does not invite the caller to retry. It answers INTERNAL_ERROR, alerts operators, and parks the work',
  ),
  row(
    71,
    'The database is away for minutes',
    'Once that is known, calls are refused within 0.1 s. The log gets at most a line a second, and the gateway serves again by itself',
  ),
  row(
    74,
    'Two versions work on one database, and its migration is killed, run twice or forgotten',
    'While two versions run or a migration fails, no write is lost, and orders are found as before. No version of Kassa starts on a database in a format that it does not know',
  ),
  row(
    75,
    'An order is near its limits, with hundreds of refunds, disputes and reports, and long texts',
    'The document of an order stays below 1 MiB. If a change would make an order too large, Kassa either refuses the change and says why, or shows it to an operator',
  ),
  row(
    77,
    'An operator’s token is wrong, expired or revoked, or its role is too low for the call',
    'Each call names the role that it needs. The gateway refuses every other token on every instance, and the audit log names the owner of the token',
  ),
  row(
    78,
    'Somebody tries out many stolen cards at many orders, from one address, from one device or at one merchant',
    'Further payments from there are slowed, and operators are alerted. Other consumers and merchants are not affected',
  ),
  row(
    81,
    'A channel hangs while 5,000 of its attempts are due',
    'A channel that hangs slows nobody else. For other channels and merchants, the 99th percentile of the delay of refunds, expiries and events is at most twice the usual',
  ),
  row(
    82,
    'A channel that Kassa cannot query reports a success hours after the order expired',
    'Kassa does not conclude from silence: the order waits for the channel, and a success that arrives then pays it. Nothing is returned',
  ),
  row(
    83,
    'A channel’s reports about one dispute have different references and lack the payment’s reference',
    'Each report is applied to the dispute that it names, or else to the only known dispute over the payment. If there are several or none, the report becomes a case and refunds wait',
  ),
  row(
    84,
    'A refund is made by hand at the processor, or fails after it succeeded',
    'A refund made by hand becomes a refund of the order, or a case if it exceeds the order’s amount. A refund that failed after its success is failed, and its amount can be refunded again',
  ),
  row(
    85,
    'A payment is refunded before its money is captured',
    'The refund is made: the channel cancels the payment or refunds it, whichever fits',
  ),
  row(
    86,
    'A channel’s books have no report for a day without transactions, lines net of fees or in another currency, and local times',
    'Reconciliation finds no false difference',
  ),
  row(
    87,
    'Two deployments, or one before and after its database was wiped, use one account at a processor',
    'Their idempotency keys never meet, so no call is answered with the result of another payment',
  ),
  row(
    88,
    'A processor’s text contains a card number',
    'The card number is removed, or the answer is refused. It is stored nowhere',
  ),
  row(
    89,
    'A processor sends a type of notification that Kassa does not expect',
    'Kassa handles each published type: it applies the report, passes over a report that repeats another one, ignores it for a stated reason, or tells the operator. If a type that is published later names a payment of Kassa’s, the operator is told',
  ),
  row(
    90,
    'A card’s issuer takes longer to confirm a payment than a call may take',
    'The result stays unknown until the issuer answers. The channel’s circuit stays closed, and the card is charged once',
  ),
  row(
    91,
    'A bank gives back money of a dispute that the order records as lost, or an operator recorded a loss by mistake',
    'The channel’s ledger or an operator lowers the loss. The order’s sums, its state, an event and the settlement report follow, and no earlier day changes',
  ),
];

function row(number: number, fault: string, mustHappen: string): FaultRow {
  return { number, fault, mustHappen };
}
