import { messagesIn } from '../../src/i18n/message-numbers.ts';
import type { Messages } from '../../src/i18n/messages.ts';
import { messagesModule } from './messages-module.ts';

/** The cashier's texts in a language, for tests that run without the build. */
export async function readMessages(code: string, locale: string = code): Promise<Messages> {
  const { messages } = await import(`data:text/javascript,${encodeURIComponent(messagesModule(code))}`);
  return messagesIn(locale, messages);
}
