import { html } from '../html.ts';

const format = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** A time of day such as `14:03:09`, in the time zone of the shop's machine. */
export function clockTime(timestamp: string) {
  return html`<time datetime="${timestamp}">${format.format(new Date(timestamp))}</time>`;
}
