/** A fenced JSON block of a Markdown file. */
export interface JsonBlock {
  /** The line number of its first line, counted from 1. */
  readonly line: number;
  /** The string after `schema=`; undefined for a block without it. */
  readonly schema: string | undefined;
  readonly text: string;
}

const opening = /^\s*(`{3,}|~{3,})\s*([^`]*)$/;

/** The JSON blocks of a Markdown text. A block inside a longer fence belongs to that fence’s text. */
export function jsonBlocksIn(markdown: string): readonly JsonBlock[] {
  const blocks: JsonBlock[] = [];
  let open: { fence: string; info: string; line: number; lines: string[] } | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    if (open === undefined) {
      const [, fence, info = ''] = opening.exec(text) ?? [];
      if (fence !== undefined) open = { fence, info: info.trim(), line: index + 2, lines: [] };
    } else if (text.trim().startsWith(open.fence) && text.trim().replaceAll(open.fence[0] ?? '', '') === '') {
      const [language, ...marks] = open.info.split(/\s+/);
      if (language === 'json') {
        const schema = marks.find((mark) => mark.startsWith('schema='))?.slice('schema='.length);
        blocks.push({ line: open.line, schema, text: open.lines.join('\n') });
      }
      open = undefined;
    } else {
      open.lines.push(text);
    }
  }
  return blocks;
}
