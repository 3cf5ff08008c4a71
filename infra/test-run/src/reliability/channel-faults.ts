import { type FaultRow, row } from './fault-row.ts';

/** Faults of channels, refunds, disputes and reconciliation. */
export const channelFaults: readonly FaultRow[] = [
  row(
    15,
    'The same callback arrives a hundred times',
    'A callback that arrives many times causes only one event',
  ),
  row(
    16,
    'Callbacks arrive in another sequence, or before the submission returns',
    'The payment order ends in the same state, in whatever sequence the callbacks arrive',
  ),
  row(
    17,
    'A callback is forged, or has another channel’s signature',
    'Kassa answers a forged callback with 401 and writes nothing',
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
    'An operator gets a case about a dispute whose order ends unpaid. If the disputed payment succeeds later, Kassa does not return its money, because the bank may have taken it back',
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
    57,
    'The gateway is down for more than a week, or a channel’s books stay unavailable',
    'Kassa reconciles every day that it missed, the latest first. While a channel’s books of a day are unavailable, Kassa asks for them again every day and shows that day as not compared',
  ),
  row(
    58,
    'An operator gives a channel with payments the credentials of another account',
    'If a channel has payments, Kassa refuses credentials of another account at the processor. If a signed report contains one of Kassa’s IDs and one of the processor’s IDs that belong to different payments, an operator is alerted',
  ),
  row(
    82,
    'A channel that Kassa cannot query reports a success hours after the order expired',
    'If a channel says nothing about a payment, the order waits for the channel, and a success that arrives in time pays the order and is not returned',
  ),
  row(
    83,
    'A channel’s reports about one dispute have different references and lack the payment’s reference',
    'A report is applied to the dispute that it names. If it names only the payment, it is applied to the payment’s dispute if only one can be meant; otherwise, the report becomes a case and refunds wait',
  ),
  row(
    84,
    'A refund is made by hand at the processor, or fails after it succeeded',
    'A refund made by hand becomes a refund of the order, or a case if it exceeds the order’s amount. If a refund fails after it succeeded, it counts as failed, and its amount can be refunded again',
  ),
  row(
    85,
    'A payment is refunded before its money is captured',
    'A payment can be refunded before its capture: the channel cancels the payment or refunds it, whichever is possible',
  ),
  row(
    86,
    'A channel’s books have no report for a day without transactions, lines net of fees or in another currency, and local times',
    'Reconciliation finds no false difference',
  ),
  row(
    87,
    'Two deployments, or one before and after its database was wiped, use one account at a processor',
    'The idempotency keys of two deployments always differ, so the processor never answers a call with the result of another payment',
  ),
  row(
    88,
    'A processor’s text contains a card number',
    'If a processor’s text contains a card number, Kassa removes the number or refuses the answer. The number is stored nowhere',
  ),
  row(
    89,
    'A processor sends a type of notification that Kassa does not expect',
    'Kassa handles each published type of notification: it applies the report, skips a report that repeats another one, ignores it for a stated reason, or alerts an operator. If a type is published later and names one of Kassa’s payments, an operator is alerted',
  ),
  row(
    90,
    'A card’s issuer takes longer to confirm a payment than a call may take',
    'If a card’s issuer is slow, the payment’s result stays unknown until the issuer answers. The channel’s circuit stays closed, and the card is charged once',
  ),
  row(
    91,
    'A bank gives back money of a dispute that the order records as lost, or an operator recorded a loss by mistake',
    'If a bank gives back money of a lost dispute, the channel’s ledger or an operator lowers the loss. The order’s sums, its state, an event and the settlement report show this, and no earlier day changes',
  ),
  row(
    92,
    'A currency conversion makes a disputed amount larger than the payment',
    'If a disputed amount is a little larger than the payment, the order is still in dispute and refuses refunds. If the dispute is lost, the order counts what the bank took, and an operator gets a case',
  ),
  row(
    93,
    'A channel never collects a payment that it reported as made',
    'If a channel never collects a payment, an operator records the loss. The order’s sums and the settlement report show that the money was not collected, and the books agree',
  ),
  row(
    94,
    'A channel reports a dispute, a refund by hand or a late failure about a payment whose order was archived and removed',
    'A report about an archived order changes nothing: operators get an alert, and a case that names the archive. The order’s IDs cannot be used again, and settlement reports and reconciliation still include its money',
  ),
];
