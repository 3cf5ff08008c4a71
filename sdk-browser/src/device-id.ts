const key = 'kassa.device';

/**
 * A random ID that this browser stores for this origin. From it, a channel can see that two payments come from the same device;
 * it says nothing about the person. Without storage, the ID lasts only as long as the page.
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
