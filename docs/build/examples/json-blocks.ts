/** A fenced JSON block of a Markdown file. */
export interface JsonBlock {
  /** Of its first line, counted from 1. */
  readonly line: number;
  /** What stands behind `schema=`; undefined when it has no mark. */
  readonly schema: string | undefined;
  readonly text: string;
}

const opening = /^\s*(`{3,}|~{3,})\s*([^`]*)$/;

/** The JSON blocks of a text. A block inside a longer fence is that fence’s text. */
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
