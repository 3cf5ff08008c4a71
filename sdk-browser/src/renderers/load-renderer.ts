import type { PaymentRenderType } from '@kassa/contracts';
import { UnsupportedRenderTypeError } from '../checkout-errors.ts';
import type { CreateRenderer } from './renderer.ts';

interface RendererModule {
  readonly createRenderer: CreateRenderer;
}

/** Loads the module of a renderer. Each module is loaded only when a payment method needs it. */
const modules: Readonly<Record<PaymentRenderType, (isHosted: boolean) => Promise<RendererModule>>> = {
  OWN_FORM: (isHosted) => (isHosted ? import('./hosted-fields.ts') : import('./own-form.ts')),
  REDIRECT: () => import('./redirect.ts'),
  PROCESSOR_ELEMENT: () => import('./processor-element.ts'),
  COMPONENT_SDK: () => import('./component-sdk.ts'),
};

/** @param isHosted whether the gateway's frame shows the card form, if the render type has one */
export async function loadRenderer(
  renderType: PaymentRenderType,
  isHosted: boolean,
): Promise<CreateRenderer> {
  // Refuse a render type that this version of the SDK does not know. A newer gateway may send such a type.
  if (!Object.hasOwn(modules, renderType)) throw new UnsupportedRenderTypeError(renderType);
  return (await modules[renderType](isHosted)).createRenderer;
}
