import type { Payment } from '../domain/payment.ts';

const capacity = 2_000;

/**
 * The last known state of the payments in motion. It only saves reads: every write names the version that it
 * was decided on, so that an entry that another process has overtaken is noticed and read again.
 */
export class RecentPayments {
  readonly #payments = new Map<string, Payment>();

  get(id: string): Payment | undefined {
    return this.#payments.get(id);
  }

  put(payment: Payment): void {
    const known = this.#payments.get(payment.id);
    if (known !== undefined && known.version > payment.version) return;
    this.#payments.delete(payment.id);
    this.#payments.set(payment.id, payment);
    if (this.#payments.size > capacity) this.#forgetOldest();
  }

  forget(id: string): void {
    this.#payments.delete(id);
  }

  #forgetOldest(): void {
    const [oldest] = this.#payments.keys();
    if (oldest !== undefined) this.#payments.delete(oldest);
  }
}
