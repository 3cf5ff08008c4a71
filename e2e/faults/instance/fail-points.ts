/**
 * The fail points: places in the program at which the harness can kill, pause or delay a gateway. There is one before and one
 * after each call to a port. An order is saved for different causes, such as a callback or a refund, and each cause has
 * separate fail points.
 */
export const crashPoints = [
  { name: 'orders.insert:before', rows: [1, 2] },
  { name: 'orders.insert:after', rows: [1, 2] },
  { name: 'orders.save[checkout_initialised]:after', rows: [2] },
  { name: 'channel.open:before', rows: [2] },
  { name: 'channel.open:after', rows: [2] },
  { name: 'orders.save[payment_submitted]:before', rows: [2] },
  { name: 'orders.save[payment_submitted]:after', rows: [2] },
  { name: 'channel.submit:before', rows: [2] },
  { name: 'channel.submit:after', rows: [2] },
  { name: 'channel.cancel:before', rows: [2] },
  { name: 'channel.cancel:after', rows: [2] },
  { name: 'inbox.keep:after', rows: [2] },
  { name: 'orders.save[callback_received]:before', rows: [2] },
  { name: 'orders.save[callback_received]:after', rows: [2] },
  { name: 'inbox.markApplied:before', rows: [2] },
  { name: 'refundClaims.claim:before', rows: [1] },
  { name: 'refundClaims.claim:after', rows: [1] },
  { name: 'orders.save[refund_requested]:before', rows: [1] },
  { name: 'orders.save[refund_requested]:after', rows: [1] },
  { name: 'orders.save[refund_sent]:before', rows: [1] },
  { name: 'orders.save[refund_sent]:after', rows: [1] },
  { name: 'channel.refund:before', rows: [1] },
  { name: 'channel.refund:after', rows: [1] },
  { name: 'orders.save[refund_answered]:before', rows: [1] },
  { name: 'orders.save[refund_answered]:after', rows: [1] },
  { name: 'events.append:before', rows: [2] },
  { name: 'events.append:after', rows: [2] },
  { name: 'orders.forgetRelayedEvents:before', rows: [2] },
  { name: 'sender.send:before', rows: [3] },
  { name: 'sender.send:after', rows: [3] },
  { name: 'deliveries.recordTry:before', rows: [3] },
  { name: 'deliveries.recordTry:after', rows: [3] },
] as const satisfies readonly CrashPoint[];

interface CrashPoint {
  readonly name: string;
  /** The faults that a crash at this fail point simulates, by their numbers in `docs/reliability.md`. */
  readonly rows: readonly number[];
}

/** What happens to the process when it passes the armed fail point. */
export type FailAction =
  /** The process is killed immediately, as in a power cut. */
  | 'kill'
  /** The process is paused until the harness lets it continue, like a paused container. */
  | 'stop'
  /**
   * The call fails. At a fail point before the call, the call is not made. At a fail point after the call, it is made, but its
   * answer is lost.
   */
  | 'throw'
  /** The call waits until the harness releases it. The rest of the process continues. */
  | 'hold';

export interface FailOrder {
  readonly id: string;
  readonly point: string;
  readonly action: FailAction;
  /** Which passage to arm; 1 is the next one. */
  readonly passage: number;
  /**
   * The fail point applies only to calls whose arguments contain this string, such as the hash of an order ID. Null if it
   * applies to all calls.
   */
  readonly about: string | null;
  /** Also applies to every later passage. */
  readonly isLasting: boolean;
}

/** The messages that the fault harness sends to a gateway process, to make faults happen in it. */
export type HarnessMessage =
  | { readonly kind: 'arm'; readonly order: FailOrder }
  | { readonly kind: 'disarm'; readonly id: string }
  | { readonly kind: 'release'; readonly id: string }
  | { readonly kind: 'set_clock'; readonly offsetMs: number; readonly id: string };

/** The messages that a gateway process sends to the fault harness. */
export type GatewayMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'start_failed'; readonly reason: string }
  | { readonly kind: 'done'; readonly id: string };

/**
 * The line that a gateway writes to the report pipe when it passes the armed fail point. It is written synchronously, so that
 * it arrives even if the process ends there.
 */
export function reportLine(id: string, point: string): string {
  return `${id} ${point}\n`;
}

/** The file descriptor of the report pipe in the gateway's process. */
export const REPORT_DESCRIPTOR = 4;
