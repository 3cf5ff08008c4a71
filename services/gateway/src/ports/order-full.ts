/**
 * The order has no room for a change: one of its lists, or its document, would pass its limit. Nothing is written. Work of the
 * gateway's own and callbacks of channels are parked for an operator; an operator's action is refused. The message says what
 * the channel reported, because nothing else keeps it.
 */
export class OrderFull extends Error {
  override readonly name = 'OrderFull';
}
