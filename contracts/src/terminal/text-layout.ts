import stringWidth from 'string-width';

/** The text of a table cell, and its colour. Columns are aligned by the text alone, because colour codes have no width. */
export interface Cell {
  readonly text: string;
  readonly paint: (text: string) => string;
}

export type CellText = string | Cell;

/** Labelled values, one per line. */
export function layOut(rows: readonly (readonly [label: string, value: CellText])[]): string {
  const width = Math.max(...rows.map(([label]) => stringWidth(label))) + 2;
  return rows
    .map(([label, value]) => {
      const shown = show(value).replaceAll('\n', `\n${' '.repeat(width + 2)}`);
      return `  ${padEnd(label, width)}${shown}\n`;
    })
    .join('');
}

/** Lays out rows as a table with headings. Each column is as wide as its widest cell. */
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

/** Lays out rows as a table with headings. The second column holds amounts, so it is aligned to the right. */
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

/** Puts a cell on one line. A line feed in foreign data could otherwise forge another row of the table. */
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

/** The line below a page of a list that tells the user how to show the next page. Empty on the last page. */
export function moreText(next: string | null): string {
  return next === null ? '' : `\nMore follow: --after ${printable(next)}\n`;
}

/**
 * Replaces control characters in text from other sources, because a terminal would obey them. Line feeds stay, and so do the
 * two invisible characters that join letters or emoji.
 */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n\u200C\u200D]/gu, '�');
}
