import { type Graph, instance } from '@viz-js/viz';

const viz = await instance();

interface Move {
  readonly from: string;
  readonly to: string;
  readonly causes: string;
}

const START = '[*]';
const PIXELS_PER_POINT = 1.25;
const SMALLEST_WIDTH = 560;

/**
 * Draws the diagrams of `docs/states.md` as SVG when the site is built, so that the site needs no script for them. A Git host
 * draws the same diagrams with Mermaid. On the page, a table below each diagram has the same content.
 *
 * @throws {Error} for a line that is not part of a simple state diagram
 */
export function stateDiagramSvg(mermaid: string, title: string): string {
  const moves = readMoves(mermaid);
  // The library computes the boxes with the font sizes that are given here, but the page shows the text smaller (see
  // style.css). So the text fits its box even if the reader’s font is wider than Arial.
  const graph: Graph = {
    graphAttributes: { rankdir: 'TB', bgcolor: 'transparent', nodesep: 0.6, ranksep: 0.55, pad: 0.1 },
    nodeAttributes: {
      shape: 'box',
      style: 'rounded,filled',
      fontname: 'Arial',
      fontsize: 13.5,
      margin: '0.18,0.1',
      class: 'state',
    },
    edgeAttributes: { fontname: 'Arial', fontsize: 12, arrowsize: 0.7, class: 'move' },
    nodes: [...new Set(moves.flatMap(({ from, to }) => [from, to]))].map((name) => ({
      name,
      // Every node needs an explicit label. If only some nodes have a label, the library draws the others without any text.
      attributes:
        name === START
          ? { shape: 'circle', label: '', width: 0.16, style: 'filled', class: 'start' }
          : { label: name },
    })),
    edges: moves.map(({ from, to, causes }) => ({
      tail: from,
      head: to,
      attributes: { label: causes === '' ? '' : ` ${causes.replaceAll(' / ', '\n')} ` },
    })),
  };
  const svg = viz.renderString(graph, { format: 'svg' });
  return accessible(svg.slice(svg.indexOf('<svg')), title, moves);
}

function readMoves(mermaid: string): Move[] {
  const [head = '', ...lines] = mermaid
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (head !== 'stateDiagram-v2') throw new Error(`Only state diagrams can be drawn here, not ${head}.`);
  return lines.map((line) => {
    const match = /^(\S+) --> (\S+?)(?:: (.*))?$/.exec(line);
    if (match === null) throw new Error(`This is no move of a state diagram: ${line}`);
    const [, from = '', to = '', causes = ''] = match;
    return { from, to, causes };
  });
}

/** Gives a drawing a title and a description for screen readers, and takes its colours from the page’s style. */
function accessible(svg: string, title: string, moves: readonly Move[]): string {
  const description = moves
    .filter(({ from }) => from !== START)
    .map(({ from, to, causes }) => `${from} to ${to} by ${causes}`)
    .join('; ');
  const id = `diagram-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  return svg
    .replaceAll(/<title>.*?<\/title>/gs, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/ (?:fill|stroke|font-family|font-size)="(?!none)[^"]*"/g, '')
    .replaceAll(/ id="[^"]*"/g, '')
    .replace(/<svg width="(\d+)pt" height="\d+pt"/, (_, points: string) => {
      // Give the drawing a fixed width. A wide screen then does not enlarge it, and on a phone it scrolls instead of becoming
      // too small to read.
      const width = Math.round(Number(points) * PIXELS_PER_POINT);
      const style = `width:${width}px;min-width:${Math.min(width, SMALLEST_WIDTH)}px`;
      return `<svg class="state-diagram" role="img" aria-labelledby="${id}-title ${id}-text" style="${style}"`;
    })
    .replace(
      /(<svg[^>]*>)/,
      `$1<title id="${id}-title">${title}</title><desc id="${id}-text">${description}.</desc>`,
    )
    .replaceAll(/\n+/g, '');
}
