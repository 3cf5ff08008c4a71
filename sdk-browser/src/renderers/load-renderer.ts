import type { PaymentRenderType } from '@kassa/contracts';
import { UnsupportedRenderTypeError } from '../checkout-errors.ts';
import type { CreateRenderer } from './renderer.ts';

interface RendererModule {
  readonly createRenderer: CreateRenderer;
}

/** Each is loaded when a payment method needs it. */
const modules: Readonly<Record<PaymentRenderType, () => Promise<RendererModule>>> = {
  OWN_FORM: () => import('./own-form.ts'),
  REDIRECT: () => import('./redirect.ts'),
  PROCESSOR_ELEMENT: () => import('./processor-element.ts'),
  COMPONENT_SDK: () => import('./component-sdk.ts'),
};

export async function loadRenderer(renderType: PaymentRenderType): Promise<CreateRenderer> {
  // A newer service may know more render types than this SDK.
  if (!Object.hasOwn(modules, renderType)) throw new UnsupportedRenderTypeError(renderType);
  return (await modules[renderType]()).createRenderer;
}
