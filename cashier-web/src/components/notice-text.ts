import type { Notice } from '../cashier/notice.ts';
import type { Messages } from '../i18n/messages.ts';

export function noticeText(notice: Notice, messages: Messages): string {
  switch (notice.kind) {
    case 'declined':
      return messages.declined[notice.category];
    case 'not_sent':
      return messages.notSent;
    case 'continued_elsewhere':
      return messages.continuedElsewhere;
    case 'no_connection':
      return messages.noConnection;
    case 'form_failed':
      return messages.formFailed;
    case 'method_unavailable':
      return messages.methodUnavailable;
    case 'nothing_available':
      return messages.nothingAvailable;
    case 'too_many_attempts':
      return messages.tooManyAttempts;
    case 'too_fast':
      return messages.tooFast;
    case 'unexpected':
      return messages.unexpected;
  }
}
