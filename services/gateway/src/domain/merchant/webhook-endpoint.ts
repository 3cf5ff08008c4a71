/** Where a merchant's events are sent, and the secrets that sign them. */
export interface WebhookEndpoint {
  readonly url: string;
  /** The signing secrets, `whsec_…`: the current one first, then the previous one during a rotation. */
  readonly secrets: readonly [current: string, previous?: string];
  /** Until when the previous secret also signs; null if there is no previous secret. */
  readonly previousSecretEndsAt: Date | null;
  /** Set by an answer 410. */
  readonly isSwitchedOff: boolean;
}

export function newWebhookEndpoint(url: string, secret: string): WebhookEndpoint {
  return { url, secrets: [secret], previousSecretEndsAt: null, isSwitchedOff: false };
}

/** The secrets that sign webhooks at a moment: one, or two during a rotation. */
export function signingSecrets(endpoint: WebhookEndpoint, now: Date): readonly string[] {
  const [current, previous] = endpoint.secrets;
  return previous !== undefined && isPreviousActive(endpoint, now) ? [current, previous] : [current];
}

/**
 * Starts to sign webhooks with a new secret in addition to the current one. Refuses while two secrets are active, because a
 * receiver that knows only the older one could no longer verify webhooks.
 */
export function rotateSecret(
  endpoint: WebhookEndpoint,
  secret: string,
  previousEndsAt: Date,
  now: Date,
): WebhookEndpoint | 'rotation_under_way' {
  if (isPreviousActive(endpoint, now)) return 'rotation_under_way';
  const [current] = endpoint.secrets;
  return previousEndsAt > now
    ? { ...endpoint, secrets: [secret, current], previousSecretEndsAt: previousEndsAt }
    : { ...endpoint, secrets: [secret], previousSecretEndsAt: null };
}

/** Ends the rotation of a webhook secret: only the current secret signs. */
export function retirePreviousSecret(endpoint: WebhookEndpoint): WebhookEndpoint {
  return { ...endpoint, secrets: [endpoint.secrets[0]], previousSecretEndsAt: null };
}

/**
 * Changes the address of a webhook endpoint and enables the endpoint. If it was disabled, the reason was the old address, which
 * answered 410.
 */
export function moveTo(endpoint: WebhookEndpoint, url: string): WebhookEndpoint {
  return { ...endpoint, url, isSwitchedOff: false };
}

export function switchOn(endpoint: WebhookEndpoint): WebhookEndpoint {
  return { ...endpoint, isSwitchedOff: false };
}

function isPreviousActive({ previousSecretEndsAt }: WebhookEndpoint, now: Date): boolean {
  return previousSecretEndsAt !== null && now < previousSecretEndsAt;
}
