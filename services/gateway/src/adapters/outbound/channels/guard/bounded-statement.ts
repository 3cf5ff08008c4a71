import { orderLimits } from '@kassa/contracts';
import type {
  NamedLine,
  StatementFee,
  StatementLine,
  UnreadEntry,
} from '../../../../domain/reconciliation/statement-line.ts';
import type { ChannelStatement } from '../../../../ports/payment-channel.ts';
import { boundedId, boundedMoney, DETAIL_BYTES, isUnusable } from './bounded-answers.ts';
import { boundedText } from './channel-text.ts';

/**
 * Limits the strings in a channel's statement, because differences and fees are stored. Somebody at the processor can enter the
 * references that the gateway reads, and may even enter a card number in place of a reference. But no entry is left out because
 * of this: an operator has to learn of every entry.
 */
export function boundedStatement(statement: ChannelStatement): ChannelStatement {
  if (statement.kind === 'unavailable') return statement;
  const { fees, unread = [] } = statement;
  const lines: StatementLine[] = [];
  const unusable: UnreadEntry[] = [];
  for (const line of statement.lines) {
    if (line.reference === null || !isUnusable(line.channelReference)) lines.push(boundedLine(line));
    else unusable.push({ ...namesOf(line), detail: UNUSABLE });
  }
  const notRead = [...unread.map(boundedEntry), ...unusable.map(boundedEntry)];
  return {
    ...statement,
    lines,
    ...(fees && { fees: fees.map(boundedFee) }),
    ...(notRead.length > 0 && { unread: notRead }),
  };
}

/**
 * The reason that an operator sees if a reference is unusable. The gateway lists the whole line as unreadable and does not
 * shorten the reference, because with another reference the line could be mistaken for another line about the same payment.
 */
const UNUSABLE = `its reference in the channel’s books is a card number or has more than ${orderLimits.referenceBytes} bytes: look at the payment there`;

type Names = Pick<NamedLine, 'subject' | 'reference' | 'channelReference'>;

function namesOf({ subject, reference, channelReference }: Names): Names {
  return { subject, reference, channelReference };
}

function boundedLine(line: StatementLine): StatementLine {
  if (line.reference === null) return { ...line, ...boundedChannelReference(line) };
  const amount = boundedMoney(line.amount);
  return { ...line, reference: boundedId(line.reference), amount };
}

function boundedEntry(entry: UnreadEntry): UnreadEntry {
  return { ...entry, ...boundedNames(entry), detail: boundedText(entry.detail, DETAIL_BYTES) };
}

function boundedFee(fee: StatementFee): StatementFee {
  return { ...fee, ...boundedNames(fee), fee: boundedMoney(fee.fee), net: boundedMoney(fee.net) };
}

function boundedNames({ reference, channelReference }: Names) {
  return { reference: boundedId(reference), ...boundedChannelReference({ channelReference }) };
}

function boundedChannelReference({ channelReference }: { readonly channelReference: string }) {
  const isKept = !isUnusable(channelReference);
  return {
    channelReference: isKept ? channelReference : boundedText(channelReference, orderLimits.referenceBytes),
  };
}
