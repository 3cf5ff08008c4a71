import type { PaymentRenderType } from '@kassa/contracts';
import { UnsupportedRenderTypeError } from '../checkout-errors.ts';
import type { Renderer, RendererContext } from './renderer.ts';

type CreateRenderer = (context: RendererContext) => Renderer;

/** Renderers are loaded when a payment method needs them. */
export async function loadRenderer(renderType: PaymentRenderType): Promise<CreateRenderer> {
  switch (renderType) {
    case 'OWN_FORM':
      return (await import('./own-form.ts')).createOwnForm;
    case 'REDIRECT':
      return (await import('./redirect.ts')).createRedirect;
    case 'PROCESSOR_ELEMENT':
    case 'COMPONENT_SDK':
      throw new UnsupportedRenderTypeError(renderType);
  }
}
