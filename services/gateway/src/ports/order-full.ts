/**
 * Thrown if an order has no room for a change, because one of its lists or the whole document would exceed its limit. Nothing
 * is written. If an operator requested the change, the request is refused. If the gateway's own work or a channel's callback
 * needs the change, this work waits until an operator resumes it. The message says what the channel reported, because the
 * report is stored nowhere else.
 */
export class OrderFull extends Error {
  override readonly name = 'OrderFull';
}
