/** How long the page waits for its style sheets. They are small and normally come with the first scripts. */
const patienceMs = 3_000;

/** The link to the only style sheet of index.html; null if that style sheet has loaded. */
const pending = () => {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
  return link?.sheet ? null : link;
};

/** Resolves when the browser has read the whole of index.html. */
export function whenRead(): Promise<unknown> {
  return document.readyState === 'loading'
    ? new Promise((read) => document.addEventListener('DOMContentLoaded', read))
    : Promise.resolve();
}

/** Resolves when the style sheet has loaded or failed, or has taken too long. */
export function stylesOrPatience(): Promise<unknown> {
  return new Promise((settle) => {
    const link = pending();
    if (!link) return settle(null);
    link.onload = settle;
    link.onerror = settle;
    setTimeout(settle, patienceMs);
  });
}

/**
 * Shows the page without its style sheet if the style sheet has not loaded yet. The browser paints nothing while it waits for a
 * style sheet of index.html, but it does not wait for one that a script adds. So this function replaces the link with a copy,
 * and the styles apply once they have loaded.
 */
export function paintWithoutStyles(): void {
  const link = pending();
  link?.replaceWith(link.cloneNode());
}
