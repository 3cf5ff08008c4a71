import type { PaymentRenderType } from '@kassa/contracts';
import { UnsupportedRenderTypeError } from '../checkout-errors.ts';
import type { CreateRenderer } from './renderer.ts';

interface RendererModule {
  readonly createRenderer: CreateRenderer;
}

/** Loads the module of a renderer. Each module is loaded only when a payment method needs it. */
const modules: Readonly<Record<PaymentRenderType | 'HOSTED_FIELDS', () => Promise<RendererModule>>> = {
  OWN_FORM: () => import('./own-form.ts'),
  HOSTED_FIELDS: () => import('./hosted-fields.ts'),
  REDIRECT: () => import('./redirect.ts'),
  PROCESSOR_ELEMENT: () => import('./processor-element.ts'),
  COMPONENT_SDK: () => import('./component-sdk.ts'),
};

/** @param isHosted whether the gateway's frame shows the card form, if the render type has one */
export async function loadRenderer(
  renderType: PaymentRenderType,
  isHosted: boolean,
): Promise<CreateRenderer> {
  // Refuse a render type that this version of the SDK does not know. A newer gateway may send one.
  if (!Object.hasOwn(modules, renderType)) throw new UnsupportedRenderTypeError(renderType);
  const module = isHosted && renderType === 'OWN_FORM' ? 'HOSTED_FIELDS' : renderType;
  return (await modules[module]()).createRenderer;
}
