/**
 * Thrown if an order has no room for a change, because one of its lists or the whole document would exceed its limit. Nothing
 * is written. An operator's action is then refused. The gateway's own work and channels' callbacks wait for an operator
 * instead. The message says what the channel reported, because this is stored nowhere else.
 */
export class OrderFull extends Error {
  override readonly name = 'OrderFull';
}
