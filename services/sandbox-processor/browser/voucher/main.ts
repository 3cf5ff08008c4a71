/** Lets the payer copy each value by a button, and shows the due time in the payer's own. */

const announcement = document.querySelector<HTMLElement>('[data-copied]');

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const { copy = '' } = button.dataset;
    // What stands there already would not be read aloud again.
    if (announcement !== null) announcement.textContent = '';
    // Browsers let a page copy only where it came over a secure connection; then the value is selected.
    try {
      await navigator.clipboard.writeText(copy);
      if (announcement !== null) announcement.textContent = announcement.dataset.copied ?? '';
    } catch {
      const value = button.parentElement?.querySelector('.value');
      if (value) getSelection()?.selectAllChildren(value);
    }
  });
}

for (const time of document.querySelectorAll('time')) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'long',
    timeStyle: 'short',
  });
  time.textContent = format.format(new Date(time.dateTime));
}
