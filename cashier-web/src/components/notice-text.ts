import type { Notice } from '../cashier/notice.ts';
import type { Language } from '../i18n/language.svelte.ts';

export function noticeText(notice: Notice, language: Language): string {
  const { messages } = language;
  if (notice.kind === 'declined') return messages.declined[notice.category];
  if (notice.kind === 'notCancelled') return messages.notCancelled(language.moment(notice.until));
  return messages[notice.kind];
}
