import { layOut, printable } from '@kassa/contracts/terminal';
import { lineNames, type RequestExplanation } from '../signatures/explain-request.ts';
import type { Finding } from '../signatures/finding.ts';
import type { Colours } from './colours.ts';

/** Shows how the six signed lines of a request are built, with visible line breaks. */
export function explanationText(
  { canonicalBody, bodyHash, lines }: RequestExplanation,
  colours: Colours,
): string {
  const six = lines.split('\n');
  const rows = six.map((line, index) => {
    const number = `${index + 1}  ${lineNames[index] ?? ''}`;
    const mark = index < six.length - 1 ? '⏎' : '';
    return [number, { text: `${line}${mark}`, paint: paintMark(colours) }] as const;
  });
  const body =
    canonicalBody === null
      ? '  The request has no body, so the fourth line is empty.\n'
      : layOut([
          ['Canonical body', canonicalBody === '' ? '(empty)' : canonicalBody],
          ['Its SHA-256', bodyHash],
        ]);
  return `${body}\n  ${colours.bold('The six lines')} (⏎ is a line feed; there is none at the end)\n${layOut(rows)}`;
}

function paintMark(colours: Colours): (text: string) => string {
  return (text) => text.replace(/⏎$/, colours.dim('⏎'));
}

export function headersText(headers: Readonly<Record<string, string>>, colours: Colours): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${printable(value)}\n`);
  return `\n  ${colours.bold('Headers')}\n${lines.join('')}`;
}

/** Prints the result of each check, and for failed checks what to do. */
export function findingsText(findings: readonly Finding[], colours: Colours): string {
  const rows = findings.map(({ part, holds, detail, whatToDo }) => {
    const mark = holds ? '✓' : '✗';
    const text = whatToDo === '' ? detail : `${detail}\n${whatToDo}`;
    const paint = holds ? colours.green : colours.red;
    return [`${mark} ${part}`, { text, paint: holds ? (shown: string) => shown : paint }] as const;
  });
  return layOut(rows);
}

export function verdictText(isValid: boolean, refusedAs: string, colours: Colours): string {
  return isValid
    ? `\n  ${colours.green(colours.bold('Valid'))}\n`
    : `\n  ${colours.red(colours.bold('Not valid'))}: ${refusedAs}\n`;
}
