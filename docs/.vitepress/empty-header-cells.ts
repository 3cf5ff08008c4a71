import type { MarkdownRenderer } from 'vitepress';

/** Markdown cannot leave a table’s header out. A cell of it that says nothing is none, for those who have it read to them. */
export function emptyHeaderCells(md: MarkdownRenderer): void {
  md.core.ruler.push('empty-header-cells', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const close = tokens[index + 2];
      if (token.type !== 'th_open' || tokens[index + 1]?.content !== '' || close === undefined) continue;
      token.tag = 'td';
      close.tag = 'td';
    }
  });
}
