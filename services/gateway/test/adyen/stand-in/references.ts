/** Numbers what Adyen gives references to. */
export class References {
  #numbered = 0;

  /** A `pspReference` has 16 characters, as in the examples of `json/CheckoutService-v72.json`. */
  next(): string {
    this.#numbered += 1;
    return `QFQT${this.#numbered.toString(36).toUpperCase().padStart(12, '0')}`;
  }

  nextSession(): string {
    this.#numbered += 1;
    return `CS${String(this.#numbered).padStart(16, '0')}`;
  }
}
