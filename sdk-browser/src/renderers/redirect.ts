import type { Renderer, RendererContext } from './renderer.ts';

/** Renders a method without a form. After the submit, the processor's page asks the consumer for everything. */
export function createRenderer({ submission }: RendererContext): Renderer {
  return {
    pay: () => submission.payByService('REDIRECT'),
    clear: () => undefined,
    remove: () => undefined,
  };
}
