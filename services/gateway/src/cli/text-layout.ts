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
function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n]/gu, '�');
}
