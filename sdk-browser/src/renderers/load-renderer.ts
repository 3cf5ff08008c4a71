import type { PaymentRenderType } from '@kassa/contracts';
import { UnsupportedRenderTypeError } from '../checkout-errors.ts';
import type { CreateRenderer } from './renderer.ts';

/** Renderers are loaded when a payment method needs them. */
export async function loadRenderer(renderType: PaymentRenderType): Promise<CreateRenderer> {
  switch (renderType) {
    case 'OWN_FORM':
      return (await import('./own-form.ts')).createOwnForm;
    case 'REDIRECT':
      return (await import('./redirect.ts')).createRedirect;
    case 'PROCESSOR_ELEMENT':
      return (await import('./processor-element.ts')).createProcessorElement;
    case 'COMPONENT_SDK':
      return (await import('./component-sdk.ts')).createComponent;
  }
  // A service of a later version may know more than this one.
  throw new UnsupportedRenderTypeError(renderType);
}
