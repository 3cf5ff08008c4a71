import type { PaymentTexts } from '@kassa/sdk-browser';
import { isolated, isolateNames } from './bidirectional.ts';
import { rememberLanguage } from './language-memory.ts';
import {
  chooseLanguage,
  isLanguageCode,
  type LanguageChoice,
  type LanguageCode,
  languageOf,
} from './languages.ts';
import { loadMessages } from './load-messages.ts';
import type { Messages } from './messages.ts';

/** Formats for amounts, by locale and currency. The page shows several amounts, and a phone takes some time to create a format. */
const moneyFormats: Record<string, Intl.NumberFormat> = {};

/** The page's language: its texts, and the locale in which amounts and numbers are written. */
export class Language {
  code = $state.raw<LanguageCode>('en');
  locale = $state.raw('en');
  #messages = $state.raw<Messages | null>(null);

  /** The texts. They can be read once `start` has finished; nothing is drawn before. */
  get messages(): Messages {
    return this.#messages as Messages;
  }

  start(choice: LanguageChoice): Promise<void> {
    return this.#use(choice);
  }

  async choose(code: string): Promise<void> {
    if (!isLanguageCode(code)) return;
    rememberLanguage(code);
    await this.#use(chooseLanguage(navigator.languages, code));
  }

  /** The name of a payment method. The gateway's names are in English; common methods have translated names here. */
  methodName({ code, name }: { readonly code: string; readonly name: string }): string {
    const names: Readonly<Partial<Record<string, string>>> = this.messages.methodNames;
    return names[code] ?? name;
  }

  /** The SDK's texts in this language. */
  get paymentTexts(): Partial<PaymentTexts> {
    const { cardForm, challenge, declined } = this.messages;
    return { ...cardForm, ...challenge, securityCodeWrong: declined.incorrect_cvc };
  }

  money(amount: number, currency: string): string {
    const key = `${this.locale} ${currency}`;
    moneyFormats[key] ??= new Intl.NumberFormat(this.locale, { style: 'currency', currency });
    const parts = moneyFormats[key].formatToParts(amount);
    // Isolate the currency symbol. "US$" is one symbol, but a right-to-left sentence would reverse its parts.
    return parts.map(({ type, value }) => (type === 'currency' ? this.#asItIs(value) : value)).join('');
  }

  #asItIs(text: string): string {
    return languageOf(this.code).direction === 'rtl' ? isolated(text) : text;
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.locale).format(value);
  }

  /** A day and a time of day. */
  moment(time: string | Date, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
    return new Intl.DateTimeFormat(this.locale, { ...options, timeStyle: 'short' }).format(new Date(time));
  }

  /** Formats a deadline: only the time of day if it is today, otherwise the day and the time of day. */
  deadline(time: Date): string {
    const isToday = time.toDateString() === new Date().toDateString();
    return this.moment(time, isToday ? {} : undefined);
  }

  /** A duration such as `29:41` or `1:05:00`, in the digits of the locale. */
  duration(seconds: number): string {
    const twoDigits = new Intl.NumberFormat(this.locale, { minimumIntegerDigits: 2, useGrouping: false });
    const rest = [Math.floor(seconds / 60) % 60, seconds % 60];
    const hours = Math.floor(seconds / 3_600);
    return [...(hours > 0 ? [hours] : []), ...rest].map((part) => twoDigits.format(part)).join(':');
  }

  async #use(choice: LanguageChoice): Promise<void> {
    const { code, locale } = choice;
    const { direction, writtenAs } = languageOf(code);
    const messages = await loadMessages(choice);
    this.#messages = isolateNames(messages, direction);
    this.code = code;
    this.locale = locale;
    document.documentElement.lang = writtenAs ?? locale;
    document.documentElement.dir = direction;
  }
}
