/**
 * The order has no room for a change, because one of its lists or the whole document would exceed its limit. Nothing is
 * written. An operator's action is refused. The gateway's own work and channels' callbacks are parked for an operator. The
 * message says what the channel reported, because it is stored nowhere else.
 */
export class OrderFull extends Error {
  override readonly name = 'OrderFull';
}
