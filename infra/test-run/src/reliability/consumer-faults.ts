import { type FaultRow, row } from './fault-row.ts';

/** Faults of the cashier and the consumer. */
export const consumerFaults: readonly FaultRow[] = [
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
    'The scripts of the merchant’s page cannot read what the consumer types. The card goes only to the gateway, and only for the order of the page',
  ),
  row(
    78,
    'Somebody tries out many stolen cards at many orders, from one address, from one device or at one merchant',
    'If declined payments look like card testing, the gateway slows further payments from the same origin and alerts operators. Other consumers and merchants are not affected',
  ),
];
