import { printable, table } from '@kassa/contracts/terminal';
import type { WebhookEvent } from '../../index.ts';
import type { Colours } from './colours.ts';
import { eventTypeCell } from './state-paint.ts';

export function recipeListText(recipes: readonly { event_type: string; how: string }[]): string {
  return table(
    ['EVENT', 'HOW'],
    recipes.map(({ event_type, how }) => [event_type, how]),
  );
}

/** The triggered event, as in a webhook. */
export function triggeredText(event: WebhookEvent, colours: Colours): string {
  const { paint } = eventTypeCell(event.event_type, colours);
  const body = JSON.stringify(event, null, 2)
    .split('\n')
    .map((line) => `  ${printable(line)}\n`)
    .join('');
  return `  ${colours.green('✓')} ${paint(printable(event.event_type))}\n\n${body}`;
}
