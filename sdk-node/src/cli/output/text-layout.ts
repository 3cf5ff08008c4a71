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
  const all = [headings, ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...all.map((row) => stringWidth(textOf(row[column] ?? '')))),
  );
  return all
    .map((row) => {
      const cells = row.map((cell, column) => {
        const isLast = column === row.length - 1;
        const rest = isLast ? 0 : (widths[column] ?? 0) - stringWidth(textOf(cell));
        return show(cell) + ' '.repeat(rest);
      });
      return `  ${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

function show(cell: CellText): string {
  return typeof cell === 'string' ? printable(cell) : cell.paint(printable(cell.text));
}

function textOf(cell: CellText): string {
  return printable(typeof cell === 'string' ? cell : cell.text);
}

function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

/**
 * What others wrote may hold control characters, and a terminal would obey them. The two that join letters
 * and pictures stay.
 */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n\u200C\u200D]/gu, '�');
}
