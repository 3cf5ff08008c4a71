import type { CardInput } from '@kassa/contracts';
import type { CardFormTexts } from './card-form-texts.ts';

export interface RendererContext {
  /** Where the renderer puts its content; belongs to the SDK and is removed with the payment. */
  readonly form: HTMLFormElement;
  /** Brands the method takes, lower case; empty when it takes all. */
  readonly cardBrands: readonly string[];
  readonly texts: Partial<CardFormTexts>;
}

/** What the consumer entered, or that it can not be sent yet. */
export type Entry =
  | { readonly valid: true; readonly card?: CardInput }
  /** The first wrong field has the focus and says what is wrong. */
  | { readonly valid: false };

/** One way to render a payment form. */
export interface Renderer {
  read(): Entry;
  /** While a submit is on its way nothing can be changed. */
  setDisabled(disabled: boolean): void;
  /** Takes what was entered out of the page. */
  clear(): void;
}
