/**
 * Makes the browser load the data with which it formats times and amounts in a language. On a phone, this takes more than a
 * tenth of a second. Call this function while the page waits for the network; otherwise, the page would have to wait for the
 * data before it draws the order. The data loads in three tasks, so that the browser can respond in between. The first task
 * loads the data that all formats need, by creating the smallest object that uses it.
 */
export function loadFormats(locale: string): void {
  setTimeout(() => new Intl.Collator(locale));
  setTimeout(() => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(0));
  setTimeout(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format());
}
