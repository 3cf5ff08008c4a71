import type { Renderer, RendererContext } from './renderer.ts';

/**
 * Renders a payment method that has no form on this page. Submitting the payment sends the consumer to the processor's page,
 * where the consumer enters everything.
 */
export function createRenderer({ submission }: RendererContext): Renderer {
  return {
    pay: () => submission.payByService('REDIRECT'),
    clear: () => undefined,
  };
}
