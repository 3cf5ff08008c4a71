import type {
  StripeConstructor,
  StripeElementLocale,
  StripeError,
  StripePaymentElement,
} from '@stripe/stripe-js';
import { abortable } from '../abortable.ts';
import { LibraryLoadError } from '../checkout-errors.ts';
import { awaitLibrary } from '../libraries/await-library.ts';
import { loadLibrary } from '../libraries/load-library.ts';
import { appearanceOf } from './element-appearance.ts';
import { type Confirmation, createProcessorForm, type ProcessorForm } from './processor-form.ts';
import type { Renderer, RendererContext } from './renderer.ts';

/** The names of the global objects with the API of Stripe.js, by channel type. */
const globalNames = { ProcessorA: 'Stripe', Sandbox: 'SandboxElements' };

/**
 * The wallets that the form may offer beside the card fields. Link appears only among the buttons of `mountExpress`: in the
 * form, it would ask everybody who types a card to open a Link account.
 */
const WALLETS = { applePay: 'auto', googlePay: 'auto', link: 'never' } as const;

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
    // Stripe.js accepts any language tag. If it does not know the language, it uses the browser's.
    const language = { locale: locale as StripeElementLocale };
    const stripe = open(publicKey ?? '', language);
    const elements = stripe.elements({
      clientSecret: clientSecret ?? '',
      ...language,
      appearance: appearanceOf(appearance),
    });
    return { stripe, elements, element: elements.create('payment', { wallets: WALLETS }) };
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
        // `confirmPayment` throws only if this page called it wrongly. It has sent nothing to Stripe then, so the payment can
        // be confirmed again.
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

/**
 * Runs the code that starts the processor's form. Stripe.js throws if the public key or the client secret is invalid. Its error
 * is then replaced by a LibraryLoadError.
 */
function orLoadError<Started>(start: () => Started): Started {
  try {
    return start();
  } catch (cause) {
    throw new LibraryLoadError("The processor's form could not be started.", { cause });
  }
}

/**
 * Returns what an error of Stripe.js means for the payment. `not_sent`: the form contains invalid input. `repeatable`: after a
 * connection or rate-limit error, the payment can be confirmed again. `sent`: for example, Stripe has refused the payment, and
 * also reports the refusal to the gateway.
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
