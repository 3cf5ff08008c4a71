/** The script of the voucher's page. It adds a copy button to each value, and shows the due time in the payer's time zone. */

const announcement = document.querySelector<HTMLElement>('[data-copied]');

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const { copy = '' } = button.dataset;
    // Clear the announcement first, because a screen reader would not read the same text again.
    if (announcement !== null) announcement.textContent = '';
    // Browsers allow copying only on a page with a secure connection. On other pages, select the value instead.
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
