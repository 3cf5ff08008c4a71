/** A fenced JSON block of a Markdown file. */
export interface JsonBlock {
  /** The line of the Markdown file on which the block's JSON starts, counted from 1. */
  readonly line: number;
  /** The name of the schema that the block must fit, from `schema=…` in the block's first line; undefined if it names none. */
  readonly schema: string | undefined;
  readonly text: string;
}

const opening = /^\s*(`{3,}|~{3,})\s*([^`]*)$/;

/** Finds the JSON blocks of a Markdown text. If a block stands inside another fenced block, it is part of that block's text. */
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
