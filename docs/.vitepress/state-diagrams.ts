import type { MarkdownRenderer } from 'vitepress';
import { stateDiagramSvg } from '../build/state-diagram.ts';

/**
 * Replaces the Mermaid blocks of a page with drawings when the site is built. The heading above a block becomes the drawing's
 * title.
 */
export function stateDiagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return fence?.(tokens, index, ...rest) ?? '';
    const heading = tokens.slice(0, index).findLastIndex(({ type }) => type === 'heading_open');
    const title = heading === -1 ? '' : (tokens[heading + 1]?.content ?? '');
    return `<figure class="diagram" v-pre>${stateDiagramSvg(token.content, `States: ${title}`)}</figure>\n`;
  };
}
