/** The screens of the cashier. */
export type Screen =
  | 'opening'
  | 'choosing'
  | 'processing'
  | 'leaving'
  | 'paid'
  | 'already_paid'
  | 'expired'
  | 'exhausted'
  | 'link_invalid'
  | 'unreachable';

export type ScreenEvent =
  | 'link_refused'
  | 'service_unreachable'
  | 'retry_asked'
  | 'attempts_exhausted'
  | 'order_open'
  | 'order_paid_before'
  | 'attempt_running'
  | 'attempt_failed'
  | 'sent_to_processor'
  | 'order_paid'
  | 'order_expired';

interface ScreenTransition {
  readonly from: Screen;
  readonly event: ScreenEvent;
  readonly to: Screen;
}

/** Every change from one screen to another. Any other event leaves the screen as it is. */
export const screenTransitions = [
  { from: 'opening', event: 'link_refused', to: 'link_invalid' },
  { from: 'opening', event: 'service_unreachable', to: 'unreachable' },
  { from: 'unreachable', event: 'retry_asked', to: 'opening' },

  { from: 'opening', event: 'order_open', to: 'choosing' },
  { from: 'opening', event: 'attempt_failed', to: 'choosing' },
  { from: 'opening', event: 'attempt_running', to: 'processing' },
  { from: 'opening', event: 'order_paid', to: 'paid' },
  { from: 'opening', event: 'order_paid_before', to: 'already_paid' },
  { from: 'opening', event: 'order_expired', to: 'expired' },

  { from: 'choosing', event: 'attempt_running', to: 'processing' },
  { from: 'choosing', event: 'order_paid', to: 'paid' },
  { from: 'choosing', event: 'order_expired', to: 'expired' },

  // The payment order allows no further attempts. One of its earlier attempts may still succeed.
  { from: 'choosing', event: 'attempts_exhausted', to: 'exhausted' },
  { from: 'exhausted', event: 'attempt_running', to: 'processing' },
  { from: 'exhausted', event: 'order_paid', to: 'paid' },
  { from: 'exhausted', event: 'order_expired', to: 'expired' },

  { from: 'processing', event: 'sent_to_processor', to: 'leaving' },
  { from: 'processing', event: 'order_open', to: 'choosing' },
  { from: 'processing', event: 'attempt_failed', to: 'choosing' },
  { from: 'processing', event: 'order_paid', to: 'paid' },
  { from: 'processing', event: 'order_expired', to: 'expired' },

  // The consumer left for the processor's page and came back with the Back button. The browser may then restore the cashier as
  // it was, still on the `leaving` screen.
  { from: 'leaving', event: 'attempt_running', to: 'processing' },
  { from: 'leaving', event: 'order_open', to: 'choosing' },
  { from: 'leaving', event: 'attempt_failed', to: 'choosing' },
  { from: 'leaving', event: 'order_paid', to: 'paid' },
  { from: 'leaving', event: 'order_expired', to: 'expired' },
] as const satisfies readonly ScreenTransition[];

export function nextScreen(from: Screen, event: ScreenEvent): Screen {
  return screenTransitions.find((row) => row.from === from && row.event === event)?.to ?? from;
}
