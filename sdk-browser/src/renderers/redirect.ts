import type { Renderer, RendererContext } from './renderer.ts';

/**
 * Renders a payment method that has no form on this page. The consumer enters everything on the processor's page, to which the
 * submit leads.
 */
export function createRenderer({ submission }: RendererContext): Renderer {
  return {
    pay: () => submission.payByService('REDIRECT'),
    clear: () => undefined,
  };
}
