/** Receives changes from the shop's server and replaces the changed parts of this page. */
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

// The server says that the page is out of date: something changed after the server built the page and before the page
// connected.
updates.addEventListener('stale', () => location.reload());

// Close the connection when the consumer leaves the page. If the browser's Back button restores the old page, load it again.
addEventListener('pagehide', () => updates.close());
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

function showConnection(text) {
  for (const badge of document.querySelectorAll('.live')) {
    badge.textContent = text;
    badge.classList.toggle('live-lost', text !== 'live');
  }
}
