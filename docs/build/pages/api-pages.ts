import { type ErrorName, errorTable } from '@kassa/contracts';
import { nameOf, plain } from '@kassa/contracts/documents';
import {
  type Endpoint,
  type EndpointGroup,
  type EndpointSecurity,
  type EnvelopeEndpoint,
  endpointGroups,
  endpointPorts,
  errorsOf,
} from '@kassa/contracts/endpoints';
import { errorLink, escapeHtml, inlineHtml, paragraphs } from '../inline-markup.ts';
import { jsonBlock } from '../json-block.ts';
import { type MessagePlaces, schemaTable } from '../schema-table.ts';
import { addressOf, anchorOf, BASE } from '../site-addresses.ts';
import type { Page } from './page.ts';

/** Generates the API reference: a page for each group of endpoints, and an index page. */
export function apiPages(): readonly Page[] {
  return [overview(), ...endpointGroups.map(groupPage)];
}

/**
 * Messages that several pages of the API reference use, and the address at which each is described. Other pages link to it
 * instead of repeating its table.
 */
const messagePlaces: MessagePlaces = new Map(
  endpointGroups.flatMap((group) =>
    group.endpoints.flatMap((endpoint) => {
      const name = endpoint.answers === 'envelope' ? nameOf(plain(endpoint.data)) : undefined;
      return name === 'PaymentQueryResult' ? [[name, addressOf(group, endpoint)] as const] : [];
    }),
  ),
);

const placesWithEvent: MessagePlaces = new Map([...messagePlaces, ['WebhookEvent', 'events#members']]);

function overview(): Page {
  return {
    path: 'api/index.md',
    text: `---
title: API reference
outline: 2
---

# API reference

All endpoints of the gateway, which listens on three ports. In the sandbox, their addresses are:

| Address | What is there |
|---|---|
${Object.values(endpointPorts)
  .map(({ port, title }) => `| \`http://localhost:${port}\` | ${title} |`)
  .join('\n')}

In production, the company that runs the gateway tells you the addresses of the merchant interface and the Checkout API. Both accept
only HTTPS.

All answers have the same envelope. If the call succeeds:

\`\`\`json schema=none
{ "code": 200, "msg": "success", "data": { } }
\`\`\`

If the gateway refuses the call, the envelope contains the name and the code of an [error](../errors.md). Each error has a fixed HTTP
status:

\`\`\`json schema=FailureEnvelope
{
  "code": 40902,
  "msg": "DUPLICATE_TRANSACTION",
  "data": null,
  "error": {
    "detail": "An order with this merchant_transaction_id already exists, with different contents.",
    "retryable": false,
    "request_id": "req_5f2b7c1e9a0d4b6f8c3e1a7d"
  }
}
\`\`\`

Every answer carries \`X-Request-Id\`, the ID to quote if you report a problem with the request, and \`X-Contract-Version\`.
Any version can add members to answers: ignore members that you do not know. A request with unknown members is refused.

For tools: <a href="${BASE}openapi.json" download>openapi.json</a> (OpenAPI 3.1) and
<a href="${BASE}asyncapi.json" download>asyncapi.json</a> (AsyncAPI 3, the [webhook events](../events.md)).

${endpointGroups.map(callsOf).join('\n\n')}
`,
  };
}

/** A section of the overview. It lists the calls of a group, each with a link to its description. */
function callsOf({ id, title, description, endpoints }: EndpointGroup): string {
  return `## ${portWord(endpoints)}${title} {#${id}}

${paragraphs(description)}

| Call | What it does |
|---|---|
${endpoints
  .map(
    (endpoint) =>
      `| <span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span> \`${endpoint.path}\` | [${endpoint.summary}](./${id}.md#${anchorOf(endpoint)}) |`,
  )
  .join('\n')}`;
}

function portWord(endpoints: readonly Endpoint[]): string {
  return endpoints[0]?.port === 'operations' ? 'Operations: ' : '';
}

function groupPage(group: EndpointGroup): Page {
  return {
    path: `api/${group.id}.md`,
    text: `---
title: ${JSON.stringify(group.title)}
outline: 2
editLink: false
---

# ${group.title}

${paragraphs(group.description)}

${group.endpoints.map(endpointSection).join('\n\n')}
`,
  };
}

function endpointSection(endpoint: Endpoint): string {
  const { method, path, summary, description } = endpoint;
  return [
    `## ${summary} {#${anchorOf(endpoint)}}`,
    `<p class="call"><span class="method ${method.toLowerCase()}">${method}</span> <code v-pre>${escapeHtml(path)}</code></p>`,
    `<p class="needs">${needs(endpoint)}</p>`,
    paragraphs(description),
    pathTable(endpoint),
    queryTable(endpoint),
    ...(endpoint.answers === 'envelope' ? envelopeParts(endpoint) : plainParts(endpoint)),
    errorsPart(endpoint),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const securityWords: Readonly<Record<EndpointSecurity, string>> = {
  merchant_signature: 'Signed by the merchant: four <code>X-</code> headers',
  checkout_session: 'With the session from the <code>pay_url</code> in <code>X-Session-Signature</code>',
  channel_signature: 'Signed by the channel, in its own way',
  operations_token: 'With an operator’s token: <code>Authorization: Bearer …</code>',
  none: 'Open',
};

function needs({ port, security, role, isSandboxOnly }: Endpoint): string {
  const where = `Port ${endpointPorts[port].port}`;
  const roles = role === undefined ? [] : [`Role: ${role}`];
  return [
    where,
    securityWords[security],
    ...roles,
    ...(isSandboxOnly ? ['<strong>Sandbox only</strong>'] : []),
  ].join(' · ');
}

function pathTable({ pathParameters }: Endpoint): string {
  if (pathParameters === undefined) return '';
  const properties = Object.fromEntries(
    Object.entries(pathParameters).map(([name, { schema, description }]) => [
      name,
      { ...plain(schema), description },
    ]),
  );
  const schema = { type: 'object', properties, required: Object.keys(properties) };
  return `### In the path\n\n${schemaTable(schema, messagePlaces, 'sent')}`;
}

function queryTable({ query }: Endpoint): string {
  return query === undefined ? '' : `### In the query\n\n${schemaTable(query, messagePlaces, 'sent')}`;
}

function envelopeParts(endpoint: EnvelopeEndpoint): string[] {
  const { body, mayBeWrapped, data, examples, files = [] } = endpoint;
  const wrapped = mayBeWrapped
    ? '\n\nYou can send the members directly in the body, as here, or put all of them in one member `data`. Sign the body exactly as you send it.'
    : '';
  const members = schemaTable(data, placesWithEvent, 'answered');
  return [
    body === undefined ? '' : `### Body${nameMark(body)}\n\n${bodyTables(body)}${wrapped}`,
    members === '' ? '' : `### Answer: \`data\`${nameMark(data)}\n\n${members}`,
    '### Examples',
    ...examples.map(
      ({ title, body: sent, data: answered }) =>
        `**${title}**\n\n::: code-group\n${
          sent === undefined ? '' : `${jsonBlock(sent, 'Body')}\n`
        }${jsonBlock({ code: 200, msg: 'success', data: answered }, 'Answer')}\n:::`,
    ),
    ...files.map(
      ({ mediaType, title, description, example }) =>
        `**${title}** <code>${mediaType}</code>\n\n<p>${inlineHtml(description)}</p>\n\n\`\`\`text\n${example.trimEnd()}\n\`\`\``,
    ),
  ];
}

/** Lists the members of a request's body. If the body is a choice between several schemas, each schema has its own table. */
function bodyTables(body: object): string {
  const { anyOf } = plain(body) as { anyOf?: readonly object[] };
  if (anyOf === undefined)
    return schemaTable(body, messagePlaces, 'sent') || paragraphs(String(plain(body).description ?? ''));
  return anyOf.map((choice) => schemaTable(choice, messagePlaces, 'sent')).join('\n\nor\n\n');
}

function nameMark(schema: object): string {
  const name = nameOf(plain(schema));
  return name === undefined ? '' : ` <span class="schema-name">${name}</span>`;
}

function plainParts(endpoint: Extract<Endpoint, { answers: 'plain' }>): string[] {
  return endpoint.plainAnswers.map(({ status, description, mediaType, schema, example }) =>
    [
      `### Answer ${status}`,
      `<p>${inlineHtml(description)} <code>${mediaType}</code></p>`,
      schemaTable(schema, messagePlaces, 'answered'),
      typeof example === 'string' ? `\`\`\`text\n${example.trimEnd()}\n\`\`\`` : jsonBlock(example, 'Answer'),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  );
}

function errorsPart(endpoint: Endpoint): string {
  const own = new Set<ErrorName>(endpoint.errors);
  const common = errorsOf(endpoint).filter((name) => !own.has(name));
  const rows = errorsOf(endpoint)
    .filter((name) => own.has(name))
    .map(
      (name) =>
        `<tr><th scope="row">${errorLink(name)}</th><td>${errorTable[name].code}</td><td>${inlineHtml(errorTable[name].meaning)}</td></tr>`,
    );
  const table =
    rows.length === 0
      ? ''
      : `<div class="members" tabindex="0" role="group" aria-label="Errors">
<table>
<thead><tr><th scope="col">Error</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</div>
`;
  const others = `<p class="common-errors">${rows.length === 0 ? 'Errors that every such call can return' : 'Every such call can also return these errors'}: ${common.map(errorLink).join(', ')}.</p>`;
  return `### Errors\n\n${table}${others}`;
}
