/**
 * HTML that is safe to send to a browser. Only the template tag `html` creates it. The tag escapes every value, except values
 * that are already safe HTML.
 */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Html[];

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const text = parts.reduce((all, part, index) => {
    const value = values[index - 1];
    return all + (value === undefined ? '' : render(value)) + part;
  });
  return new Html(text);
}

export const nothing = new Html('');

function render(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  return value.map(({ text }) => text).join('');
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
