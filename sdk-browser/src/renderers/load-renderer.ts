import type { PaymentRenderType } from '@kassa/contracts';
import { UnsupportedRenderTypeError } from '../checkout-errors.ts';
import type { CreateRenderer } from './renderer.ts';

interface RendererModule {
  readonly createRenderer: CreateRenderer;
}

/** The module of each renderer. It is loaded only when a payment method needs it. */
const modules: Readonly<Record<PaymentRenderType, () => Promise<RendererModule>>> = {
  OWN_FORM: () => import('./own-form.ts'),
  REDIRECT: () => import('./redirect.ts'),
  PROCESSOR_ELEMENT: () => import('./processor-element.ts'),
  COMPONENT_SDK: () => import('./component-sdk.ts'),
};

export async function loadRenderer(renderType: PaymentRenderType): Promise<CreateRenderer> {
  // A newer gateway may send a render type that this SDK does not know.
  if (!Object.hasOwn(modules, renderType)) throw new UnsupportedRenderTypeError(renderType);
  return (await modules[renderType]()).createRenderer;
}
