import { testCardTexts } from 'virtual:test-card-texts';
import type { TestCard } from '@kassa/contracts';
import type { LanguageCode } from '../i18n/languages.ts';
import css from './test-cards.css?inline';

const style = new CSSStyleSheet();
style.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

/**
 * Lists the test cards in an element, each with the result that it gives. It creates the elements itself, because a component
 * would add the framework's code to this file, which only sandboxes load.
 */
export function showTestCards(element: Element, cards: readonly TestCard[], language: LanguageCode): void {
  const texts = testCardTexts[language];
  const rows = cards.map(({ number, outcome }) => {
    const code = make('code', number.replace(/\d{4}(?=\d)/g, '$& '));
    code.dir = 'ltr';
    return make('li', code, ' ', make('span', texts[outcome]));
  });
  const list = make('details', make('summary', texts.title), make('ul', ...rows), make('p', texts.anyDate));
  list.className = 'test-cards';
  element.replaceChildren(list);
}

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, ...children: (Node | string)[]) {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}
