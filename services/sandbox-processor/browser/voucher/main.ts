/** The script of the voucher's page. It adds a copy button to each value, and shows the due time in the payer's time zone. */

const announcement = document.querySelector<HTMLElement>('[data-copied]');

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const { copy = '' } = button.dataset;
    // Clear the announcement before each copy. A screen reader does not announce a text that stays the same.
    if (announcement !== null) announcement.textContent = '';
    // Copying fails on a page without a secure connection. In that case, select the value, so that the payer can copy it.
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
