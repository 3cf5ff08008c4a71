import type { AdyenCheckout, Card, CardConfiguration, CoreConfiguration } from '@adyen/adyen-web';
import { abortable } from '../abortable.ts';
import type { Appearance, AppearanceVariables } from '../appearance.ts';
import { LibraryLoadError, UnsupportedRenderTypeError } from '../checkout-errors.ts';
import { awaitLibrary } from '../libraries/await-library.ts';
import { loadLibrary } from '../libraries/load-library.ts';
import { type Confirmation, createProcessorForm, type ProcessorForm } from './processor-form.ts';
import type { Renderer, RendererContext } from './renderer.ts';

/** The part of the Adyen Web library (version 6) that this module uses. */
interface ComponentLibrary {
  readonly AdyenCheckout: typeof AdyenCheckout;
  readonly Card: typeof Card;
}

/** The component's settings, as the gateway passes them on. The names are those of Adyen Web. */
type ComponentSettings = Required<Pick<CoreConfiguration, 'environment' | 'session'>>;

/** Libraries by the global they define. */
const globalNames = { ProcessorB: 'AdyenWeb', Sandbox: 'SandboxComponents' };

/**
 * How long to wait before submitting the processor's component. The component encrypts each digit a moment after showing it. If a
 * consumer submits within this moment, the component does nothing and shows no message.
 */
const lastDigitMs = 500;

/** Renders the processor's own component through its library (Adyen Web, with a session). */
export function createRenderer(context: RendererContext): Promise<Renderer> {
  return createProcessorForm(context, drawComponent);
}

/**
 * What the form does at the component's next callback. The component's callbacks cannot be replaced after it has started. So
 * each of them calls the member that this object has at that time.
 */
interface Listeners {
  start?(): void;
  settle?(confirmation: Confirmation): void;
  change?(): void;
  fail?(error: Error): void;
}

async function drawComponent(context: RendererContext): Promise<ProcessorForm> {
  const { form, attempt, appearance, signal } = context;
  const { paymentRenderType, component: { type } = {} as never } = attempt.extension;
  if (type !== 'Card') throw new UnsupportedRenderTypeError(paymentRenderType, `the component ${type}`);
  const library = (await abortable(loadLibrary(context, globalNames), signal)) as ComponentLibrary;
  const listeners: Listeners = {};
  const node = document.createElement('div');
  setProperties(node, appearance);
  form.append(node);
  const start = startComponent(library, context, node, listeners);
  const component = await abortable(start, signal).catch((cause: unknown) => {
    node.remove();
    signal.throwIfAborted();
    throw new LibraryLoadError(`The component ${type} could not be started.`, { cause });
  });

  const becomesComplete = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lastDigitMs);
      const look = () => {
        if (!component.isValid) return;
        clearTimeout(timer);
        resolve();
      };
      listeners.change = look;
      look();
    });
  const isComplete = () => {
    if (!component.isValid) component.showValidation();
    return component.isValid;
  };
  return {
    async check() {
      await becomesComplete();
      return isComplete();
    },
    confirm: () =>
      new Promise((resolve) => {
        listeners.settle = resolve;
        if (isComplete()) component.submit();
        else resolve('not_sent');
      }),
    setDisabled(disabled) {
      component.setStatus(disabled ? 'loading' : 'ready');
    },
    clear() {
      component.unmount();
      component.mount(node);
    },
    remove() {
      component.remove();
      node.remove();
    },
  };
}

/**
 * Starts the component, and waits for the card fields too. Each of them is in a separate frame, which loads after the
 * component.
 */
async function startComponent(
  library: ComponentLibrary,
  context: RendererContext,
  node: HTMLElement,
  listeners: Listeners,
): Promise<Card> {
  const { appearance, signal } = context;
  const core = await library.AdyenCheckout(configurationOf(context, listeners));
  signal.throwIfAborted();
  const card = new library.Card(core, {
    showPayButton: false,
    styles: stylesOf(appearance),
    onConfigSuccess: () => listeners.start?.(),
  });
  const fields = awaitLibrary('The fields', (there, fail) => {
    listeners.start = there;
    listeners.fail = ({ message }) => fail(`did not load: ${message}`);
    card.mount(node);
  });
  await abortable(fields, signal).catch((error: unknown) => {
    card.remove();
    throw error;
  });
  return card;
}

function configurationOf(
  { form, attempt, locale }: RendererContext,
  listeners: Listeners,
): CoreConfiguration {
  const { publicKey = '', component } = attempt.extension;
  // Pass only these members to the library, so that nothing else in the gateway's answer can change what it does.
  const { environment, session } = component as ComponentSettings;
  return {
    environment,
    session,
    clientKey: publicKey,
    locale,
    onPaymentCompleted: (result) => listeners.settle?.(sentWith(result)),
    onPaymentFailed: (result) => listeners.settle?.(sentWith(result)),
    // Unless the consumer cancelled, assume after an error that the processor has received the payment. If the consumer could
    // pay again with the same session, they might pay twice.
    onError: (error) => {
      // The library also reports failures of minor requests, such as the lookup of a card's brand. Those are not instances of
      // Error and can be ignored.
      if (!(error instanceof Error)) return;
      listeners.fail?.(error);
      listeners.settle?.(error.name === 'CANCEL' ? 'not_sent' : 'sent');
    },
    // Redirect the whole window to the bank's page. If this page is in a frame, the library would redirect only the frame.
    beforeRedirect: (goOn, _stop, { method, url }) => {
      if (method === 'GET') listeners.settle?.({ leadsTo: url });
      else goOn();
    },
    onEnterKeyPressed: () => form.requestSubmit(),
    onChange: () => listeners.change?.(),
  };
}

/** The types of Adyen Web lack the member `sessionResult`, which Adyen documents for payments with a session. */
function sentWith(result: object | undefined): Confirmation {
  const { sessionResult } = (result ?? {}) as { readonly sessionResult?: string };
  return sessionResult ? { sessionResult } : 'sent';
}

/**
 * The style of the card fields, as a setting of Adyen Web. Adyen Web shows each field in a frame, where the page's CSS does not
 * apply, and passes this style on to the frames.
 */
function stylesOf({ variables = {}, rules = {} }: Appearance): NonNullable<CardConfiguration['styles']> {
  const { colorText, colorTextPlaceholder, colorDanger } = variables;
  const { color = colorText, letterSpacing, fontWeight, ...text } = rules['.Input'] ?? {};
  const { fontFamily = variables.fontFamily, fontSize = variables.fontSizeBase } = text;
  const styles = {
    base: { color, fontFamily, fontSize, fontWeight, letterSpacing },
    placeholder: { color: colorTextPlaceholder },
    error: { color: colorDanger },
  };
  // JSON leaves out the members that are undefined.
  return JSON.parse(JSON.stringify(styles));
}

/**
 * Sets the style of the parts around the card fields, such as the labels. These parts are in the page itself, so CSS custom
 * properties set their style.
 */
function setProperties({ style }: HTMLElement, { variables = {} }: Appearance): void {
  const names: Partial<Record<keyof AppearanceVariables, string>> = {
    colorPrimary: '--adyen-sdk-color-outline-primary-active',
    colorBackground: '--adyen-sdk-color-background-primary',
    colorText: '--adyen-sdk-color-label-primary',
    colorBorder: '--adyen-sdk-color-outline-primary',
    colorDanger: '--adyen-sdk-color-outline-critical',
    borderRadius: '--adyen-sdk-border-radius-m',
    fontSizeBase: '--adyen-sdk-text-body-font-size',
  };
  for (const [name, property] of Object.entries(names)) {
    style.setProperty(property, variables[name as keyof AppearanceVariables] ?? '');
  }
}
