import { Type } from 'typebox';

/** The ways in which a page can show a payment method. */
export const renderTypes = ['PROCESSOR_ELEMENT', 'COMPONENT_SDK', 'OWN_FORM', 'REDIRECT'] as const;
export const PaymentRenderType = Type.Enum(renderTypes);
export type PaymentRenderType = (typeof renderTypes)[number];
