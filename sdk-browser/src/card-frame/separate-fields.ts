import type { CardField } from '../renderers/card-field.ts';
import type { CardForm } from '../renderers/card-form.ts';
import type { CardFrameNews, SeparateFieldName } from './card-frame-messages.ts';

const style = 'html { background: none } body { margin: 0; padding: 4px } form { display: block !important }';

/**
 * Moves the expiry date and the security code into frames of their own, beside this one. All three frames are of the gateway's
 * origin and show the page of the same order. So this frame's script can reach into the other two, and the merchant's page can
 * reach into none. The fields stay one form: this frame's script checks and reads all of them.
 */
export function separateFields(form: CardForm, group: string, tell: (news: CardFrameNews) => void): void {
  for (const field of form.fields.slice(1)) {
    const name = field.options.name as SeparateFieldName;
    const holder = holderOf(`#${name}.${group}`);
    if (!holder) throw new Error(`the frame for ${name} is missing`);
    move(field, holder);
    const { body } = holder.document;
    const { ResizeObserver } = holder as Window & typeof globalThis;
    new ResizeObserver(() => tell({ type: 'height', height: body.offsetHeight, field: name })).observe(body);
  }
  showMistakesBetweenFrames(form);
}

/** Finds the frame beside this one that shows the page of the same order with this end of its address. */
function holderOf(hash: string): Window | undefined {
  const beside = Array.from({ length: parent.length }, (_, at) => parent[at] as Window);
  return beside.find((frame) => {
    try {
      const { origin, pathname } = frame.location;
      return origin === location.origin && pathname === location.pathname && frame.location.hash === hash;
    } catch {
      // The frame is of another origin.
      return false;
    }
  });
}

function move({ root }: CardField, holder: Window): void {
  const { document: page } = holder;
  const form = root.closest('form')?.cloneNode() as HTMLFormElement;
  form.append(root);
  form.addEventListener('submit', (event) => event.preventDefault());
  const { lang, dir } = document.documentElement;
  Object.assign(page.documentElement, { lang, dir });
  page.documentElement.style.cssText = document.documentElement.style.cssText;
  const { CSSStyleSheet } = holder as Window & typeof globalThis;
  // A document takes only style sheets that its own window has made.
  page.adoptedStyleSheets = [...document.adoptedStyleSheets.map(cssOf), style].map((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
  page.body.replaceChildren(form);
}

function cssOf({ cssRules }: CSSStyleSheet): string {
  return Array.from(cssRules, ({ cssText }) => cssText).join('');
}

/**
 * Shows a mistake as soon as the focus moves on to another of the fields. A field itself notices this only if the other field is
 * in the same document.
 */
function showMistakesBetweenFrames(form: CardForm): void {
  for (const { input } of form.fields) {
    input.addEventListener('focus', () => {
      for (const other of form.fields) if (other.input !== input && other.input.value) other.check();
      form.report();
    });
  }
}
