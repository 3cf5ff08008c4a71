/**
 * Makes the browser load the data with which it formats times and amounts in a language. On a phone, this takes up to a tenth
 * of a second. Call this function while the page waits for the network; otherwise, the page would have to wait for the data
 * before it draws the order. Each kind of data loads in a later task of its own, so that the browser can respond in between.
 */
export function loadFormats(locale: string): void {
  setTimeout(() => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(0));
  setTimeout(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format());
}
