/** Shows what the shop's server reports: parts of this page that have changed. */
const updates = new EventSource(`/live?after=${encodeURIComponent(document.body.dataset.version ?? '')}`);

updates.addEventListener('message', ({ data }) => {
  for (const { elementId, how, markup } of JSON.parse(data)) {
    const element = document.getElementById(elementId);
    if (how === 'prepend') {
      element?.insertAdjacentHTML('afterbegin', markup);
      element?.firstElementChild?.classList.add('arrived');
    } else if (element !== null) {
      element.outerHTML = markup;
    }
  }
});

updates.addEventListener('open', () => showConnection('live'));
// The browser connects again by itself.
updates.addEventListener('error', () => showConnection('not connected'));

// Something happened between the making of this page and now, so that parts of it would be missing.
updates.addEventListener('stale', () => location.reload());

// Leaving the page ends the connection; coming back with the browser's Back button shows an old page.
addEventListener('pagehide', () => updates.close());
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

function showConnection(text) {
  for (const badge of document.querySelectorAll('.live')) {
    badge.textContent = text;
    badge.classList.toggle('live-lost', text !== 'live');
  }
}
