/** Labelled values, one under the other. */
export function layOut(rows: readonly (readonly [label: string, value: string])[]): string {
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  return rows
    .map(([label, value]) => {
      const indented = printable(value).replaceAll('\n', `\n${' '.repeat(width + 2)}`);
      return `  ${label.padEnd(width)}${indented}\n`;
    })
    .join('');
}

/** What others wrote may hold control characters, and a terminal would obey them. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n]/gu, '�');
}

/** How to see what a list has beyond this part; nothing at its end. */
export function moreText(next: string | null): string {
  return next === null ? '' : `\nMore follow: --after ${printable(next)}\n`;
}

/** A row is a line: with a line feed in it, what others wrote could pass for a row of its own. */
function oneLine(text: string): string {
  return printable(text).replaceAll('\n', '�');
}

/** Rows under headings, the second column set to the right, so that amounts stand under each other. */
export function amountTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const width = Math.max(...[headings, ...rows].map((row) => (row[1] ?? '').length));
  const [aligned = [], ...rest] = [headings, ...rows].map((row) =>
    row.map((cell, column) => (column === 1 ? cell.padStart(width) : cell)),
  );
  return table(aligned, rest);
}

/** Rows under headings, each column as wide as its widest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [headings, ...rows].map((row) => row.map(oneLine));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells
    .map(
      (row) =>
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
