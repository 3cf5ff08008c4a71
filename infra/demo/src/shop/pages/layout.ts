import { type Html, html, nothing } from '../html.ts';

export interface PageFrame {
  /** The version of the data on the page. Live updates continue from this version. */
  readonly version: string;
}

interface Page extends PageFrame {
  readonly title: string;
  readonly current?: 'shop' | 'orders';
  /** A script module that the page runs in addition to the live updates. The page also works without it. */
  readonly script?: string;
}

/** Puts the layout that all pages share around the content of a page. */
export function layout({ title, version, current, script }: Page, content: Html): string {
  const here = (page: Page['current']) => (page === current ? html` aria-current="page"` : html``);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Corner Roasters</title>
<link rel="icon" href="/assets/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/shop.css">
<script type="module" src="/assets/live.js"></script>
${script === undefined ? nothing : html`<script type="module" src="${script}"></script>`}
</head>
<body data-version="${version}">
<a class="skip" href="#content">Skip to content</a>
<header class="top">
  <a class="brand" href="/"><img src="/assets/favicon.svg" alt="" width="32" height="32">Corner Roasters</a>
  <nav aria-label="Shop">
    <a href="/"${here('shop')}>Shop</a>
    <a href="/orders"${here('orders')}>Orders</a>
  </nav>
</header>
<main id="content">${content}</main>
<footer class="bottom">A demo shop on the Kassa sandbox. Nothing is sold, and no money moves.</footer>
</body>
</html>
`.text;
}
