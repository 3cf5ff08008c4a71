interface Settings {
  readonly isVerified: boolean;
  readonly isEnabled: boolean;
  readonly switchedOff: ReadonlySet<string>;
}

/** A payment method domain in the form of Stripe's published example (stripe/openapi, `openapi/fixtures3.json`). */
function domainBody(id: string, domainName: string, { isVerified, isEnabled, switchedOff }: Settings) {
  const active = { status: 'active' };
  const inactive = {
    status: 'inactive',
    status_details: { error_message: 'The file at the domain could not be fetched.' },
  };
  return {
    id,
    object: 'payment_method_domain',
    created: 1_234_567_890,
    domain_name: domainName,
    enabled: isEnabled,
    livemode: false,
    amazon_pay: active,
    apple_pay: isVerified ? active : inactive,
    google_pay: active,
    klarna: switchedOff.has('klarna') ? { status: 'inactive' } : active,
    link: switchedOff.has('link') ? { status: 'inactive' } : active,
    paypal: active,
  };
}

/** The domains that are registered at the stand-in. Apple verifies a domain only if its file can be fetched. */
export class SimulatedDomains {
  /** The domains from which Apple can fetch the file. */
  readonly withFile = new Set<string>();
  isEnabled = true;
  /** The methods that the account has switched off, by their names at Stripe. */
  readonly switchedOff = new Set<string>();
  readonly #verified = new Map<string, boolean>();
  /** The calls that changed something. */
  readonly changes: string[] = [];

  answer(call: string, query: URLSearchParams, form: URLSearchParams): { status: number; body: object } {
    if (call.startsWith('GET ')) {
      const names = [...this.#verified.keys()].filter((name) => name === query.get('domain_name'));
      const data = names.map((name) => this.#body(name));
      const url = '/v1/payment_method_domains';
      return { status: 200, body: { object: 'list', url, has_more: false, data } };
    }
    const [, id] = /domains\/pmd_(\w+)\/validate$/.exec(call) ?? [];
    const name = id === undefined ? (form.get('domain_name') ?? '') : Buffer.from(id, 'hex').toString();
    this.changes.push(id === undefined ? `create ${name}` : `validate ${name}`);
    this.#verified.set(name, this.withFile.has(name));
    return { status: 200, body: this.#body(name) };
  }

  #body(name: string) {
    const id = `pmd_${Buffer.from(name).toString('hex')}`;
    const { isEnabled, switchedOff } = this;
    return domainBody(id, name, { isVerified: this.#verified.get(name) ?? false, isEnabled, switchedOff });
  }
}
