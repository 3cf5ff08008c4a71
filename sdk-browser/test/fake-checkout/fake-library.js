/**
 * Stands in for the libraries of Stripe (Stripe.js) and Adyen (Adyen Web 6), with their interfaces. Its form is a single field
 * in the page itself. The server inserts the address of the fake processor.
 */
(() => {
  const processor = 'PROCESSOR_ORIGIN';
  /** The calls that the page has made to the library, for tests to check. */
  const calls = [];
  globalThis.fakeLibrary = { calls };

  class Field {
    label = document.createElement('label');
    input = document.createElement('input');
    error = document.createElement('p');

    constructor() {
      this.label.append('Card number ', this.input);
      this.error.setAttribute('role', 'alert');
    }

    get isValid() {
      return /^\d{16}$/.test(this.input.value);
    }

    mount(node) {
      node.append(this.label, this.error);
    }

    unmount() {
      this.label.remove();
      this.error.remove();
    }

    check() {
      this.error.textContent = this.isValid ? '' : 'Check the card number.';
      if (!this.isValid) this.input.focus();
      return this.isValid;
    }
  }

  async function post(path, body) {
    const response = await fetch(`${processor}${path}`, { method: 'POST', body: JSON.stringify(body) });
    return (await response.json()).kind;
  }

  /** Returns the result of a payment, after 3-D Secure if the bank asks for it. */
  async function confirm(attempt, number, wallet) {
    const kind = await post('/client/confirm', { attempt, number, wallet });
    if (kind !== 'challenge') return kind;
    const dialog = document.createElement('dialog');
    document.body.append(dialog);
    const decision = new Promise((resolve) => {
      for (const name of ['approve', 'refuse']) {
        const button = document.createElement('button');
        button.textContent = name;
        button.addEventListener('click', () => resolve(name));
        dialog.append(button);
      }
    });
    dialog.showModal();
    const decided = await decision;
    dialog.remove();
    return post('/client/challenge', { attempt, decision: decided });
  }

  const attemptOf = (secret) => secret.replace('_secret', '');

  /**
   * The buttons of wallets, as Stripe's Express Checkout Element shows them: one button, whose sheet is a dialog of the page. A test
   * sets `deviceWallets` to say which wallets the device has. The button pays with the first of them that the page allows. As at
   * Stripe, Link also needs its own type of payment method. A test sets `tellWallets` to say which events name the wallets.
   */
  function createExpress(given, types) {
    calls.push(['create', { type: 'expressCheckout', ...given }]);
    const { deviceWallets = { applePay: false, googlePay: true } } = globalThis;
    const isAllowed = (wallet) =>
      given.paymentMethods[wallet] === 'auto' && (wallet !== 'link' || types.includes('link'));
    const available = Object.fromEntries(
      Object.entries(deviceWallets).map(([wallet, isThere]) => [wallet, isThere && isAllowed(wallet)]),
    );
    const [wallet] = Object.keys(available).filter((name) => available[name]);
    const expressPaymentType = { applePay: 'apple_pay', googlePay: 'google_pay' }[wallet] ?? wallet;
    const listeners = new Map();
    const button = document.createElement('button');
    button.textContent = 'Wallet';
    const sheet = document.createElement('dialog');
    const close = () => {
      sheet.close();
      sheet.remove();
    };
    const choose = {
      approve: () => confirmWith('4242424242424242'),
      'approve with a declined card': () => confirmWith('4000000000000002'),
      dismiss: () => {
        close();
        listeners.get('cancel')?.({ elementType: 'expressCheckout' });
      },
    };
    const confirmWith = (number) => {
      element.number = number;
      for (const control of sheet.children) control.disabled = true;
      const paymentFailed = () => {
        calls.push(['paymentFailed']);
        close();
      };
      listeners.get('confirm')({ expressPaymentType, paymentFailed });
    };
    const open = () => {
      const buttons = Object.entries(choose).map(([name, press]) => {
        const control = document.createElement('button');
        control.textContent = name;
        control.addEventListener('click', press);
        return control;
      });
      sheet.replaceChildren(...buttons);
      document.body.append(sheet);
      sheet.showModal();
    };
    button.addEventListener('click', () =>
      listeners.get('click')({
        expressPaymentType,
        resolve: open,
        reject: () => calls.push(['reject']),
      }),
    );
    const element = {
      number: '',
      type: expressPaymentType,
      close,
      on: (name, listener) => listeners.set(name, listener) && element,
      mount(node) {
        if (wallet) node.append(button);
        const { tellWallets = ['change', 'ready'] } = globalThis;
        const elementType = 'expressCheckout';
        const told = Object.entries(available).map(([name, isThere]) => [name, { available: isThere }]);
        const paymentMethods = wallet ? Object.fromEntries(told) : undefined;
        const availablePaymentMethods = wallet ? available : undefined;
        const tell = {
          change: () => listeners.get('availablepaymentmethodschange')?.({ elementType, paymentMethods }),
          ready: () => listeners.get('ready')?.({ elementType, availablePaymentMethods }),
          'ready without them': () => listeners.get('ready')?.({ elementType }),
        };
        for (const event of tellWallets) queueMicrotask(tell[event]);
      },
      destroy() {
        calls.push(['destroy']);
        button.remove();
        close();
      },
    };
    return element;
  }

  /** Elements without a payment, which `confirmPayment` gets later. */
  function createDeferred({ allowedPaymentMethodTypes }) {
    const elements = {
      express: null,
      create(_type, given) {
        elements.express = createExpress(given, allowedPaymentMethodTypes);
        return elements.express;
      },
      submit: async () => ({ selectedPaymentMethod: elements.express.type }),
    };
    return elements;
  }

  function createElements(options) {
    calls.push(['elements', options]);
    if (options.mode) return createDeferred(options);
    const field = new Field();
    const listeners = new Map();
    const element = {
      on: (name, listener) => listeners.set(name, listener) && element,
      mount(node) {
        field.mount(node);
        const name = options.clientSecret.startsWith('broken') ? 'loaderror' : 'ready';
        queueMicrotask(() => listeners.get(name)?.({ elementType: 'payment', error: { message: name } }));
      },
      update: ({ readOnly }) => {
        field.input.readOnly = readOnly;
      },
      clear: () => {
        field.input.value = '';
      },
      destroy: () => field.unmount(),
    };
    return {
      field,
      attempt: attemptOf(options.clientSecret),
      create: (type, given) => {
        calls.push(['create', { type, ...given }]);
        return element;
      },
      submit: async () =>
        field.check()
          ? { selectedPaymentMethod: 'card' }
          : { error: { type: 'validation_error', message: 'Check the card number.' } },
    };
  }

  async function confirmPayment({ elements, clientSecret, confirmParams, redirect }) {
    calls.push(['confirmPayment', { ...(clientSecret && { clientSecret }), confirmParams, redirect }]);
    const { express } = elements;
    const confirming = express
      ? confirm(attemptOf(clientSecret), express.number, express.type).finally(express.close)
      : confirm(elements.attempt, elements.field.input.value);
    const kind = await confirming.catch(() => 'unreachable');
    const types = {
      invalid: 'validation_error',
      declined: 'card_error',
      refused: 'invalid_request_error',
      unreachable: 'api_connection_error',
    };
    if (kind === 'succeeded') return { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
    return { error: { type: types[kind], message: kind } };
  }

  function stripe(publicKey, options) {
    calls.push(['Stripe', publicKey, options]);
    if (publicKey === 'broken') throw new Error('The key is not known.');
    return { elements: createElements, confirmPayment };
  }

  async function AdyenCheckout(config) {
    calls.push(['AdyenCheckout', config]);
    if (config.session.id.startsWith('broken')) throw new Error('The session is not known.');
    return { config };
  }

  class Card {
    #field = new Field();
    #config;
    #props;

    constructor(core, props) {
      calls.push(['Card', props]);
      this.#config = core.config;
      this.#props = props;
      this.#field.input.addEventListener('keydown', ({ key }) => {
        if (key === 'Enter') this.#config.onEnterKeyPressed(document.activeElement, this);
      });
    }

    get isValid() {
      return this.#field.isValid;
    }

    mount(node) {
      this.#field.mount(node);
      const { session, onError } = this.#config;
      queueMicrotask(() => {
        if (session.id.startsWith('refused')) onError(new Error('The session is refused.'), this);
        else if (!session.id.startsWith('silent')) this.#props.onConfigSuccess({ iframesConfigured: true });
      });
      return this;
    }

    unmount() {
      this.#field.unmount();
      this.#field.input.value = '';
      return this;
    }

    remove() {
      this.unmount();
    }

    showValidation() {
      this.#field.check();
      return this;
    }

    setStatus(status) {
      this.#field.input.readOnly = status === 'loading';
      return this;
    }

    async submit() {
      if (!this.#field.check()) return;
      // Like Adyen Web, report that the lookup of the card's brand failed, with an object that is no Error.
      this.#config.onError({ errorType: 'binLookup' }, this);
      const { onError, onPaymentCompleted, onPaymentFailed, session } = this.#config;
      try {
        const kind = await confirm(attemptOf(session.id), this.#field.input.value);
        if (kind === 'succeeded') {
          // Adyen Web reports it in most cases, but not in all. Here, it depends on the card.
          const hasResult = this.#field.input.value.endsWith('4444');
          const told = hasResult ? { sessionResult: `paid:${session.id}` } : {};
          onPaymentCompleted({ resultCode: 'Authorised', ...told }, this);
        } else if (kind === 'cancelled')
          onError(Object.assign(new Error('Cancelled'), { name: 'CANCEL' }), this);
        else onPaymentFailed({ resultCode: 'Refused' }, this);
      } catch (error) {
        // It tells of a lost connection twice.
        onError(Object.assign(error, { name: 'NETWORK_ERROR' }), this);
        onPaymentFailed(error, this);
      }
    }
  }

  const adyen = { AdyenCheckout, Card };
  Object.assign(globalThis, {
    Stripe: stripe,
    SandboxElements: stripe,
    AdyenWeb: adyen,
    SandboxComponents: adyen,
  });
})();
