import type { CheckoutOrder, InitCheckoutResult } from '@kassa/contracts';
import { abortable } from './abortable.ts';
import type { ChallengeRequest } from './challenge/show-challenge.ts';
import { EventEmitter } from './event-emitter.ts';
import { navigateTop } from './leave-page.ts';
import type { MountOptions } from './mount-options.ts';
import { Payment } from './payment.ts';
import type { PaymentEvents } from './payment-events.ts';
import { loadRenderer } from './renderers/load-renderer.ts';
import { Submission, type SubmissionParts } from './submission.ts';

/** The parts of a checkout that showing and submitting payments needs. */
export interface MountParts
  extends Pick<SubmissionParts, 'api' | 'attempts' | 'progress' | 'watch' | 'visit'> {
  readonly order: CheckoutOrder;
  readonly baseUrl: string;
  readonly locale: string | undefined;
  /** A signal that aborts when the checkout is closed. */
  readonly closing: AbortSignal;
}

interface Mounting {
  readonly methodCode: string;
  readonly attempt: InitCheckoutResult;
  readonly element: Element;
  readonly options: MountOptions;
  /** Aborts when the payment is removed from the page. */
  readonly life: AbortController;
}

/** Shows a payment method's form in an element of the page. */
export async function mountPayment(
  parts: MountParts,
  { methodCode, attempt, element, options, life }: Mounting,
): Promise<Payment> {
  const form = document.createElement('form');
  form.className = 'kassa-payment';
  form.noValidate = true;
  const submission = submissionOf(parts, methodCode, options, life.signal);
  const renderType = attempt.extension.paymentRenderType;
  const emitter = new EventEmitter<PaymentEvents>();
  emitter.emit('change', { complete: renderType !== 'OWN_FORM', brand: null, error: null });
  // Put the form into the page first, because a processor's form renders only inside a page.
  element.append(form);
  const isHosted = !options.ownForm && new URL(parts.baseUrl).origin !== location.origin;
  const drawing = loadRenderer(renderType, isHosted).then((create) =>
    create({
      ...parts,
      form,
      attempt,
      submission,
      emit: (name, detail) => emitter.emit(name, detail),
      texts: options.texts ?? {},
      fields: options.fields,
      appearance: options.appearance ?? {},
      locale: localeOf(parts, options),
      signal: life.signal,
    }),
  );
  const renderer = await abortable(drawing, life.signal).catch((error: unknown) => {
    form.remove();
    throw error;
  });
  emitter.emit('ready', undefined);
  const payment = new Payment({ attempt, form, renderer, submission, life, emitter });
  submitWithEnter(form, payment, options);
  return payment;
}

/** The language of the processor's forms: the one that the page asks for, or else the page's own. */
export function localeOf(parts: MountParts, options: Pick<MountOptions, 'locale'>): string {
  return options.locale ?? parts.locale ?? (document.documentElement.lang || navigator.language);
}

/** What submits a payment method of the checkout. */
export function submissionOf(
  parts: MountParts,
  methodCode: string,
  { navigate = navigateTop, texts = {}, challenge }: Pick<MountOptions, 'navigate' | 'texts' | 'challenge'>,
  signal: AbortSignal,
): Submission {
  const leave = (url: string) => navigate(url) !== false;
  const request = { ...parts, texts, leave, signal: parts.closing };
  return new Submission({
    ...request,
    methodCode,
    signal,
    challenge: challenge === 'redirect' ? null : (url) => void challengeWith({ ...request, url }),
  });
}

/**
 * Shows the bank's 3-D Secure page in a frame. If the code for the frame cannot be loaded, the bank's page gets the whole window.
 */
async function challengeWith(request: ChallengeRequest): Promise<void> {
  try {
    const { showChallenge } = await import('./challenge/show-challenge.ts');
    showChallenge(request);
  } catch {
    if (request.progress.snapshot.phase === 'processing') request.leave(request.url);
  }
}

function submitWithEnter(form: HTMLFormElement, payment: Payment, { onEnter }: MountOptions): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (onEnter) onEnter();
    // When the consumer submits with Enter, no code waits for the result. So ignore an error here.
    else payment.submit().catch(() => undefined);
  });
}
