/** The modules that the build makes from the files in `messages/` (build/messages/messages-plugin.ts). */
declare module 'virtual:messages' {
  type LanguageCode = import('./languages.ts').LanguageCode;
  type CompiledMessages = import('./message-numbers.ts').CompiledMessages;

  export function importMessages(code: LanguageCode): Promise<{ readonly messages: CompiledMessages }>;
}

declare module 'virtual:return-texts' {
  interface Texts {
    readonly title: string;
    readonly goOn: string;
    readonly direction?: 'rtl' | undefined;
  }
  export const returnTexts: Readonly<Partial<Record<string, Texts>>>;
}

declare module 'virtual:test-card-texts' {
  import type { TestCardOutcome } from '@kassa/contracts';

  type LanguageCode = import('./languages.ts').LanguageCode;
  type Texts = Readonly<Record<'title' | 'anyDate' | TestCardOutcome, string>>;
  export const testCardTexts: Readonly<Record<LanguageCode, Texts>>;
}

declare module 'virtual:receipt-texts' {
  type LanguageCode = import('./languages.ts').LanguageCode;
  type Texts = Readonly<
    Record<'merchant' | 'order' | 'date' | 'method' | 'email' | 'reference' | 'print', string>
  >;
  export const receiptTexts: Readonly<Record<LanguageCode, Texts>>;
}

declare module 'virtual:instruction-texts' {
  type LanguageCode = import('./languages.ts').LanguageCode;
  type Label = 'recipient' | 'reference' | 'amount' | 'code' | 'voucher';
  type Texts = Readonly<Record<Label | 'exactly' | 'scan' | 'copy' | 'copied', string>>;
  export const instructionTexts: Readonly<Record<LanguageCode, Texts>>;
}

declare module 'virtual:express-texts' {
  type LanguageCode = import('./languages.ts').LanguageCode;
  export const expressTexts: Readonly<Record<LanguageCode, Readonly<Record<'or', string>>>>;
}
