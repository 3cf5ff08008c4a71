import { type EventType, eventTypes, orderTransitions, WebhookEvent } from '@kassa/contracts';
import { asyncapiDocument } from '@kassa/contracts/documents';
import { webhookEventKinds } from '@kassa/contracts/endpoints';
import { paragraphs } from '../inline-markup.ts';
import { jsonBlock } from '../json-block.ts';
import { schemaTable } from '../schema-table.ts';
import { BASE } from '../site-addresses.ts';
import type { Page } from './page.ts';

function eventAnchor(type: EventType): string {
  return type.replaceAll('.', '-');
}

/** Generates the page of the webhook events from the AsyncAPI document. */
export function eventsPage(): Page {
  const { description } = asyncapiDocument().info as { description: string };
  const [introduction = '', ...rest] = description.split('\n\n');
  return {
    path: 'events.md',
    text: `---
title: Webhook events
outline: 2
editLink: false
---

# Webhook events

${introduction.replaceAll('\n', ' ')}

For tools: <a href="${BASE}asyncapi.json" download>asyncapi.json</a> (AsyncAPI 3).

| Event | When | The order is then |
|---|---|---|
${eventTypes.map((type) => `| [\`${type}\`](#${eventAnchor(type)}) | ${webhookEventKinds[type].summary} | ${statesAfter(type)} |`).join('\n')}

## Signature and delivery {#signature}

${rest.map((paragraph) => paragraph.replaceAll('\n', ' ')).join('\n\n')}

## Members {#members}

<p>The body of every event: <span class="schema-name">WebhookEvent</span></p>

${schemaTable(WebhookEvent, new Map(), 'answered')}

${eventTypes.map(eventSection).join('\n\n')}
`,
  };
}

/** The states that an order can have after an event of this type, from the table of an order's transitions. */
function statesAfter(type: EventType): string {
  const states = orderTransitions.filter(({ emits }) => emits === type).map(({ to }) => `\`${to}\``);
  return [...new Set(states)].join(', ');
}

function eventSection(type: EventType): string {
  const { summary, description, example } = webhookEventKinds[type];
  return `## ${type} {#${eventAnchor(type)}}

<p><strong>${summary}.</strong></p>

${paragraphs(description)}

${jsonBlock(example, 'Body', 'WebhookEvent')}`;
}
