const key = 'kassa.device';

/**
 * A random ID that this browser stores for this origin. It lets a channel see that two payments come from the same
 * device, and says nothing about the person. Without storage, it lasts as long as the page.
 */
export function deviceId(): string {
  try {
    const kept = localStorage.getItem(key);
    if (kept) return kept;
    localStorage.setItem(key, forThisPage);
  } catch {
    // Storage is disabled.
  }
  return forThisPage;
}

const forThisPage = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');
