import type { CardField } from '../renderers/card-field.ts';
import type { CardForm } from '../renderers/card-form.ts';
import type { CardFrameUpdate, SeparateFieldName } from './card-frame-messages.ts';

const style = 'html { background: none } body { margin: 0; padding: 4px } form { display: block !important }';

/**
 * Moves the expiry date and the security code into separate frames beside this one. All three frames have the gateway's origin
 * and show the page of the same order. So this frame's script can reach into the other two, and the merchant's page can reach
 * into none. The fields stay one form: this frame's script checks and reads all of them.
 */
export function separateFields(form: CardForm, group: string, tell: (update: CardFrameUpdate) => void): void {
  for (const field of form.fields.slice(1)) {
    const name = field.options.name as SeparateFieldName;
    const holder = holderOf(name, group);
    move(field, holder);
    const { body } = holder.document;
    const { ResizeObserver } = holder as Window & typeof globalThis;
    new ResizeObserver(() => tell({ type: 'height', height: body.offsetHeight, field: name })).observe(body);
  }
  showMistakesBetweenFrames(form);
}

/**
 * Returns the documents that will contain the expiry date and the security code. They must also create the elements of these
 * fields: Firefox and WebKit treat elements that another frame has created as foreign, even after a move.
 */
export function pagesOf(group: string): readonly [Document, Document] {
  return [holderOf('expiry', group).document, holderOf('security-code', group).document];
}

/** Finds the frame beside this one that shows the page of the same order, and has the field's name in its address. */
function holderOf(name: SeparateFieldName, group: string): Window {
  const beside = Array.from({ length: parent.length }, (_, at) => parent[at] as Window);
  const holder = beside.find((frame) => {
    try {
      const { origin, pathname, hash } = frame.location;
      return origin === location.origin && pathname === location.pathname && hash === `#${name}.${group}`;
    } catch {
      // The frame is of another origin.
      return false;
    }
  });
  if (!holder) throw new Error(`the frame for ${name} is missing`);
  return holder;
}

function move({ root }: CardField, holder: Window): void {
  const { document: page } = holder;
  const form = page.importNode(root.closest('form') as HTMLFormElement, false);
  form.append(root);
  form.addEventListener('submit', (event) => event.preventDefault());
  const { lang, dir } = document.documentElement;
  Object.assign(page.documentElement, { lang, dir });
  page.documentElement.style.cssText = document.documentElement.style.cssText;
  const { CSSStyleSheet } = holder as Window & typeof globalThis;
  // A document can adopt only style sheets that were constructed in its own window.
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
 * Shows a mistake as soon as the focus moves to another card field. A field itself notices this only if the other field is in
 * the same document.
 */
function showMistakesBetweenFrames(form: CardForm): void {
  for (const { input } of form.fields) {
    input.addEventListener('focus', () => {
      for (const other of form.fields) if (other.input !== input && other.input.value) other.check();
      form.report();
    });
  }
}
