import type { DueItem, DueKind, SandboxClock } from '@kassa/contracts';
import { layOut, spokenDuration } from '@kassa/contracts/terminal';

const dueTexts: Readonly<Record<DueKind, string>> = {
  order_expiry: 'end of the validity of',
  attempt_question: 'asking the channel about',
  attempt_cancellation: 'cancelling at the channel',
  refund_sending: 'sending to the channel',
  refund_question: 'asking the channel about',
  dispute_question: 'asking the channel about the dispute of',
  event_relay: 'copying to the event log',
  order_attention: 'looking again at',
  webhook_try: 'delivering',
};

export function clockText({ now, real_now, ahead_seconds, next_due, fell_due }: SandboxClock): string {
  return layOut([
    ['Business time', `${now} (${spokenDuration(ahead_seconds)} ahead)`],
    ['Real time', real_now],
    ...(fell_due === null ? [] : [['Fell due', `${fell_due.at}\n${dueText(fell_due)}`] as const]),
    ['Next due', next_due === null ? 'nothing waits' : `${whenText(next_due.at, now)}\n${dueText(next_due)}`],
  ]);
}

function dueText({ kind, order_id, subject_id }: DueItem): string {
  const order = subject_id === order_id ? '' : ` of ${order_id}`;
  return `${dueTexts[kind]} ${subject_id}${order} (${kind})`;
}

function whenText(dueAt: string, now: string): string {
  const seconds = (Date.parse(dueAt) - Date.parse(now)) / 1000;
  return seconds <= 0 ? `${dueAt} (being done)` : `${dueAt} (in ${spokenDuration(seconds)})`;
}
