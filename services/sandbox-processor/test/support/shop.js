/** The shop's own script. It embeds the processor's form in the same way as shops embed Stripe's and Adyen's. */

/** @param {{ url: string, integrity: string }} library */
function load({ url, integrity }) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), {
      src: url,
      integrity,
      crossOrigin: 'anonymous',
      onload: resolve,
      onerror: () => reject(new Error('The library was not loaded.')),
    });
    document.head.append(script);
  });
}

globalThis.shop = {
  heard: [],
  listeners: new Set(),

  /** @param {string} text */
  hear(text) {
    this.heard.push(text);
    for (const listener of this.listeners) listener();
  },

  /** Waits for the given number of reports with the given beginning, and returns the last of them. */
  whenHeard(beginning, count) {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.heard.filter((text) => text.startsWith(beginning));
        if (found.length < count) return;
        this.listeners.delete(look);
        resolve(found[count - 1]);
      };
      this.listeners.add(look);
      look();
    });
  },

  async openElement({ library, publicKey, clientSecret, locale, appearance }) {
    await load(library);
    this.processor = SandboxElements(publicKey, { locale });
    this.elements = this.processor.elements({ clientSecret, appearance });
    this.element = this.elements.create('payment');
    this.element.on('change', ({ complete }) => this.hear(complete ? 'complete' : 'change'));
    this.element.on('escape', () => this.hear('escape'));
    return new Promise((resolve) => {
      this.element.on('ready', () => resolve('ready'));
      this.element.on('loaderror', ({ error }) => resolve(error.type));
      this.element.mount('#form');
    });
  },

  /** Shows the wallet's button. The shop creates the payment only when the payer has approved. */
  async openExpress({ library, publicKey, locale, amount, currency }) {
    await load(library);
    this.processor = SandboxElements(publicKey, { locale });
    this.elements = this.processor.elements({ mode: 'payment', amount, currency });
    this.element = this.elements.create('expressCheckout', { buttonHeight: 48 });
    this.element.on('click', ({ resolve }) => resolve());
    this.element.on('cancel', () => this.hear('dismissed'));
    this.element.on('confirm', () => this.hear('approved'));
    return new Promise((resolve) => {
      this.element.on('availablepaymentmethodschange', ({ paymentMethods }) =>
        resolve(Object.keys(paymentMethods)),
      );
      this.element.mount('#form');
    });
  },

  confirmExpress(clientSecret) {
    const { processor, elements } = this;
    return processor.confirmPayment({ elements, clientSecret, redirect: 'if_required' });
  },

  confirm() {
    const { processor, elements } = this;
    return processor.confirmPayment({ elements, redirect: 'if_required' });
  },

  async openComponent({ library, publicKey, session, locale, hasBeforeSubmit }) {
    await load(library);
    return new Promise((resolve) => {
      const tell = (name) => (result) => {
        this.hear(`${name} ${result.resultCode ?? result.name}`);
        resolve(`${name} ${result.name}`);
      };
      const config = {
        clientKey: publicKey,
        environment: 'test',
        session: { id: session.id, sessionData: session.data },
        locale,
        onPaymentCompleted: tell('ended: completed'),
        onPaymentFailed: tell('ended: failed'),
        onError: tell('error'),
        onConfigSuccess: () => resolve('ready'),
        ...(hasBeforeSubmit && {
          beforeSubmit: (data, _component, actions) => {
            this.letGo = () => actions.resolve(data);
            this.hold = () => actions.reject();
            this.hear('asked');
          },
        }),
      };
      SandboxComponents.AdyenCheckout(config).then((checkout) => {
        this.component = new SandboxComponents.Card(checkout, { showPayButton: false });
        this.component.mount(document.querySelector('#form'));
      });
    });
  },
};
