import type { PaymentState, Problem } from '../protocol.ts';

export interface Card {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc: string;
}

/** What the payer pays with: a typed card, or a wallet whose sheet has given a token. */
export type Means = { readonly card: Card } | { readonly wallet_token: string };

export type ClientPayment = PaymentState & { readonly action_url: string | null };

export type ClientAnswer =
  | { readonly kind: 'answered'; readonly payment: ClientPayment }
  | { readonly kind: 'conflict' }
  | { readonly kind: Problem['kind'] };

/** How long a call waits for an answer. After a timeout, it is unknown whether the call was carried out. */
const timeoutMs = 10_000;

/** The calls that a payer's browser may make to the processor. The credential of the page gives access to one payment only. */
export class ClientApi {
  readonly #publicKey: string;
  readonly #credential: string;

  constructor(publicKey: string, credential: string) {
    this.#publicKey = publicKey;
    this.#credential = credential;
  }

  read(): Promise<ClientAnswer> {
    return this.#call('', { method: 'GET' });
  }

  confirm(means: Means): Promise<ClientAnswer> {
    return this.#call('/confirm', { method: 'POST', body: JSON.stringify(means) });
  }

  async #call(path: string, init: RequestInit): Promise<ClientAnswer> {
    const id = /^(\w+?)_(secret|session)_/.exec(this.#credential)?.[1];
    if (id === undefined) return { kind: 'refused' };
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), timeoutMs);
    try {
      const response = await fetch(`/client/payments/${id}${path}`, {
        ...init,
        headers: {
          Authorization: `Bearer ${this.#credential}`,
          'Sandbox-Public-Key': this.#publicKey,
          'Content-Type': 'application/json',
        },
        credentials: 'omit',
        signal: patience.signal,
      });
      if (response.status === 409) return { kind: 'conflict' };
      if (response.status >= 500) return { kind: 'unreachable' };
      if (!response.ok) return { kind: 'refused' };
      return { kind: 'answered', payment: (await response.json()) as ClientPayment };
    } catch {
      return { kind: 'unreachable' };
    } finally {
      clearTimeout(timer);
    }
  }
}
