import type {
  Appearance as StripeAppearance,
  StripeConstructor,
  StripeElementLocale,
  StripeError,
  StripePaymentElement,
} from '@stripe/stripe-js';
import { abortable } from '../abortable.ts';
import type { Appearance } from '../appearance.ts';
import { LibraryLoadError } from '../checkout-errors.ts';
import { awaitLibrary } from '../libraries/await-library.ts';
import { loadLibrary } from '../libraries/load-library.ts';
import { type Confirmation, createProcessorForm, type ProcessorForm } from './processor-form.ts';
import type { Renderer, RendererContext } from './renderer.ts';

/** The names of the global objects with the API of Stripe.js, by channel type. */
const globalNames = { ProcessorA: 'Stripe', Sandbox: 'SandboxElements' };

/**
 * Renders the processor's own form through its library (Stripe's Payment Element). The form is in a frame of the processor's
 * origin.
 */
export function createRenderer(context: RendererContext): Promise<Renderer> {
  return createProcessorForm(context, drawElement);
}

async function drawElement(context: RendererContext): Promise<ProcessorForm> {
  const { form, attempt, locale, appearance, signal } = context;
  const { clientSecret, publicKey } = attempt.extension;
  const open = (await abortable(loadLibrary(context, globalNames), signal)) as StripeConstructor;
  const start = () => {
    // The library accepts any language, and uses the browser's language for those it does not know.
    const language = { locale: locale as StripeElementLocale };
    const stripe = open(publicKey ?? '', language);
    const elements = stripe.elements({
      clientSecret: clientSecret ?? '',
      ...language,
      appearance: appearanceOf(appearance),
    });
    return { stripe, elements, element: elements.create('payment') };
  };
  const { stripe, elements, element } = orLoadError(start);
  const node = document.createElement('div');
  form.append(node);
  let isThere = true;
  const remove = () => {
    if (isThere) element.destroy();
    isThere = false;
    node.remove();
  };
  try {
    await abortable(isReady(element, node), signal);
  } catch (error) {
    remove();
    throw error;
  }

  return {
    async check() {
      const { error } = await elements.submit();
      return !error;
    },
    async confirm() {
      try {
        const { error } = await stripe.confirmPayment({
          elements,
          confirmParams: { return_url: attempt.returnUrl },
          redirect: 'if_required',
        });
        return error ? whatBecameOf(error.type) : 'sent';
      } catch {
        // The library throws only for mistakes of the page, before it sends anything.
        return 'repeatable';
      }
    },
    setDisabled(disabled) {
      if (isThere) element.update({ readOnly: disabled });
    },
    clear() {
      if (isThere) element.clear();
    },
    remove,
  };
}

/** Turns an error at the start into a LibraryLoadError. The library throws at once if the key or the secret is invalid. */
function orLoadError<Started>(start: () => Started): Started {
  try {
    return start();
  } catch (cause) {
    throw new LibraryLoadError("The processor's form could not be started.", { cause });
  }
}

/**
 * What an error says about the payment. The processor reports refusals to the gateway. Only a request that never arrived can be
 * confirmed again.
 */
function whatBecameOf(type: StripeError['type']): Confirmation {
  if (type === 'validation_error') return 'not_sent';
  return type === 'api_connection_error' || type === 'rate_limit_error' ? 'repeatable' : 'sent';
}

function isReady(element: StripePaymentElement, node: HTMLElement): Promise<void> {
  return awaitLibrary("The processor's form", (come, fail) => {
    element.on('ready', come);
    element.on('loaderror', ({ error }) => fail(`did not load: ${error.message}`));
    element.mount(node);
  });
}

function appearanceOf({ variables = {} }: Appearance): StripeAppearance {
  const { colorBorder, ...others } = variables;
  return {
    variables: others,
    ...(colorBorder ? { rules: { '.Input': { borderColor: colorBorder } } } : {}),
  };
}
