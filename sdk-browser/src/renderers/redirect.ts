import type { Renderer, RendererContext } from './renderer.ts';

/** This renderer has no form; the processor's page asks for everything after the submit. */
export function createRenderer({ submission }: RendererContext): Renderer {
  return {
    pay: () => submission.payByService('REDIRECT'),
    clear: () => undefined,
    remove: () => undefined,
  };
}
