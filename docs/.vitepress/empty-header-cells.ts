import type { MarkdownRenderer } from 'vitepress';

/**
 * Markdown tables always have a header. An empty header cell confuses screen readers, so it becomes a plain cell.
 */
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
