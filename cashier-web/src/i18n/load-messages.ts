import { importMessages } from 'virtual:messages';
import type { LanguageChoice } from './languages.ts';
import { messagesIn } from './message-numbers.ts';
import type { Messages } from './messages.ts';

/** Loads the texts of one language. A language that was loaded before comes from the browser's memory. */
export async function loadMessages({ code, locale }: LanguageChoice): Promise<Messages> {
  const { messages } = await importMessages(code);
  return messagesIn(locale, messages);
}
