const key = 'kassa.device';

/**
 * A random number that this browser keeps for this origin: enough for a channel to see that two payments
 * come from one device, and nothing about the person. Where nothing can be kept it lasts for the page.
 */
export function deviceId(): string {
  try {
    const kept = localStorage.getItem(key);
    if (kept) return kept;
    localStorage.setItem(key, forThisPage);
  } catch {
    // Storage is switched off.
  }
  return forThisPage;
}

const forThisPage = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('');
