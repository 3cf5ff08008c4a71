/**
 * The order has no room for a change: one of its lists, or its document, would pass its limit. Nothing is written. Work of the
 * gateway's own and callbacks of channels are put off and parked for an operator; an operator's action is refused.
 */
export class OrderFull extends Error {
  override readonly name = 'OrderFull';
}
