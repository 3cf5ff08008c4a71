import type { InitCheckoutResult } from '@kassa/contracts';
import type { Appearance } from '../appearance.ts';
import type { Submission } from '../submission.ts';
import type { SubmitOutcome } from '../submit-outcome.ts';
import type { CardFormTexts } from './card-form-texts.ts';

export interface RendererContext {
  /** Where the renderer puts its content; belongs to the SDK and is removed with the payment. */
  readonly form: HTMLFormElement;
  readonly attempt: InitCheckoutResult;
  /** Address of the service, from the `pay_url`. */
  readonly baseUrl: string;
  readonly submission: Submission;
  readonly texts: Partial<CardFormTexts>;
  readonly appearance: Appearance;
  /** BCP 47 tag of the language. */
  readonly locale: string;
  /** Aborted when the payment is taken off the page. */
  readonly signal: AbortSignal;
}

/** One way to render a payment form. */
export interface Renderer {
  /** Checks what was entered and pays with it. Not called again before it has ended. */
  pay(): Promise<SubmitOutcome>;
  /** Takes what was entered out of the page. */
  clear(): void;
  /** Ends what the content needs, before it is taken off the page. */
  remove(): void;
}

export type CreateRenderer = (context: RendererContext) => Renderer | Promise<Renderer>;
