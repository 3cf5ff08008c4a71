import { type ErrorName, errorNames, errorTable } from '@kassa/contracts';
import { errorCauses } from '@kassa/contracts/documents';
import { endpointGroups, errorsOf } from '@kassa/contracts/endpoints';
import { inlineHtml } from '../inline-markup.ts';
import { addressOf, BASE } from '../site-addresses.ts';
import type { Page } from './page.ts';

/**
 * Generates the page of all errors, with the causes and the remedy of each. The name of each error is an anchor, so other pages
 * can link to a single error.
 */
export function errorsPage(): Page {
  const byStatus = Map.groupBy(errorNames, (name) => errorTable[name].httpStatus);
  const sections = [...byStatus].sort(([one], [other]) => one - other).map(statusSection);
  return {
    path: 'errors.md',
    text: `---
title: Errors
outline: [2, 3]
editLink: false
---

# Errors

If the gateway refuses a call, \`code\` in its answer is not 200. \`msg\` is the error’s name, \`code\` is its number, and
\`error.detail\` says in a sentence what was wrong with the request. The first three digits of the number are the HTTP status of
the answer. A number is never reused for another error. In your code, decide by the name or the number; show or log \`detail\`
and \`request_id\`.

**Retries.** If \`error.retryable\` is true, the same request can succeed later: sign it again, with a new nonce and the current
time. Payments and refunds are idempotent under the IDs that you give them, so it is always safe to retry their creation. RATE_LIMITED and
UNAVAILABLE say in \`Retry-After\` how many seconds to wait.

<div class="members narrow" tabindex="0" role="group" aria-label="All errors">
<table>
<thead><tr><th scope="col">Code</th><th scope="col">Name</th><th scope="col">HTTP</th><th scope="col">Repeat?</th></tr></thead>
<tbody>
${errorNames
  .map((name) => {
    const { code, httpStatus, retryable } = errorTable[name];
    return `<tr><td>${code}</td><th scope="row"><a href="#${name}">${name}</a></th><td>${httpStatus}</td><td>${retryable ? 'yes' : 'no'}</td></tr>`;
  })
  .join('\n')}
</tbody>
</table>
</div>

${sections.join('\n\n')}
`,
  };
}

const statusWords: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorised',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  500: 'Internal error',
  502: 'Bad gateway',
  503: 'Unavailable',
};

function statusSection([status, names]: readonly [number, readonly ErrorName[]]): string {
  return `## ${status} ${statusWords[status] ?? ''}\n\n${names.map(errorSection).join('\n\n')}`;
}

function errorSection(name: ErrorName): string {
  const { code, httpStatus, retryable, meaning, whatToDo } = errorTable[name];
  return `### ${name} {#${name}}

<p class="facts">Code <strong>${code}</strong> · HTTP ${httpStatus} · ${retryable ? 'repeating can help' : 'repeating does not help'}</p>

<p>${inlineHtml(meaning)}</p>

<p><strong>Causes</strong></p>
<ul>
${errorCauses[name].map((cause) => `<li>${inlineHtml(cause)}</li>`).join('\n')}
</ul>
<p><strong>What to do.</strong> ${inlineHtml(whatToDo)}</p>
${answeredBy(name)}`;
}

/** Names the endpoints that can answer with an error, but only if they are few. A long list would not help the reader. */
function answeredBy(name: ErrorName): string {
  const places = endpointGroups.flatMap((group) =>
    group.endpoints
      .filter((endpoint) => errorsOf(endpoint).includes(name))
      .map((endpoint) => `<a href="${BASE}${addressOf(group, endpoint)}">${endpoint.summary}</a>`),
  );
  if (places.length === 0 || places.length > 8) return '';
  return `<p class="answered-by">Answered by: ${places.join(', ')}.</p>`;
}
