import { html } from '../html.ts';

const format = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** `14:03:09`, in the time zone of the shop's machine. */
export function clockTime(timestamp: string) {
  return html`<time datetime="${timestamp}">${format.format(new Date(timestamp))}</time>`;
}
