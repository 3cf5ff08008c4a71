/** The modules that the build makes from the files in `messages/` (build/messages/messages-plugin.ts). */
declare module 'virtual:messages' {
  export function importMessages(
    code: import('./languages.ts').LanguageCode,
  ): Promise<{ readonly messages: import('./message-numbers.ts').CompiledMessages }>;
}

declare module 'virtual:return-texts' {
  export const returnTexts: Readonly<
    Partial<
      Record<
        string,
        { readonly title: string; readonly goOn: string; readonly direction?: 'rtl' | undefined }
      >
    >
  >;
}

declare module 'virtual:test-card-texts' {
  export const testCardTexts: Readonly<
    Record<
      import('./languages.ts').LanguageCode,
      Readonly<Record<'title' | 'anyDate' | import('@kassa/contracts').TestCardOutcome, string>>
    >
  >;
}
