import stringWidth from 'string-width';

/** A cell with its colour: alignment goes by the text, so that what colours it adds no width. */
export interface Cell {
  readonly text: string;
  readonly paint: (text: string) => string;
}

export type CellText = string | Cell;

/** Labelled values, one under the other. */
export function layOut(rows: readonly (readonly [label: string, value: CellText])[]): string {
  const width = Math.max(...rows.map(([label]) => stringWidth(label))) + 2;
  return rows
    .map(([label, value]) => {
      const shown = show(value).replaceAll('\n', `\n${' '.repeat(width + 2)}`);
      return `  ${padEnd(label, width)}${shown}\n`;
    })
    .join('');
}

/** Rows under headings, each column as wide as its widest cell. */
export function table(headings: readonly string[], rows: readonly (readonly CellText[])[]): string {
  const all = [headings, ...rows].map((row) => row.map(oneLine));
  const widths = headings.map((_, column) =>
    Math.max(...all.map((row) => stringWidth(row[column]?.text ?? ''))),
  );
  return all
    .map((row) => {
      const cells = row.map(({ text, paint }, column) => {
        const isLast = column === row.length - 1;
        const rest = isLast ? 0 : (widths[column] ?? 0) - stringWidth(text);
        return paint(text) + ' '.repeat(rest);
      });
      return `  ${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

/** Rows under headings, the second column set to the right, so that amounts stand under each other. */
export function amountTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = Math.max(...[headings, ...rows].map((row) => (row[1] ?? '').length));
  const [aligned = [], ...rest] = [headings, ...rows].map((row) =>
    row.map((cell, column) => (column === 1 ? cell.padStart(width) : cell)),
  );
  return table(aligned, rest);
}

function show(cell: CellText): string {
  return typeof cell === 'string' ? printable(cell) : cell.paint(printable(cell.text));
}

/** A row is a line: with a line feed in it, what others wrote could pass for a row of its own. */
function oneLine(cell: CellText): Cell {
  const { text, paint } = typeof cell === 'string' ? { text: cell, paint: asItIs } : cell;
  return { text: printable(text).replaceAll('\n', '�'), paint };
}

function asItIs(text: string): string {
  return text;
}

function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

/** How to see what a list has beyond this part; nothing at its end. */
export function moreText(next: string | null): string {
  return next === null ? '' : `\nMore follow: --after ${printable(next)}\n`;
}

/**
 * What others wrote may hold control characters, and a terminal would obey them. The two that join letters
 * and pictures stay.
 */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n\u200C\u200D]/gu, '�');
}
