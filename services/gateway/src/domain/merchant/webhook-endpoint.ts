/** Where a merchant's events are sent, and the secrets that sign them. */
export interface WebhookEndpoint {
  readonly url: string;
  /** The secrets that sign webhooks, `whsec_…`: the current one first, then the previous one while both are in use. */
  readonly secrets: readonly [current: string, previous?: string];
  /** Until when webhooks are signed with the previous secret too; null if there is no previous secret. */
  readonly previousSecretEndsAt: Date | null;
  /** Set by an answer 410. */
  readonly isSwitchedOff: boolean;
}

export function newWebhookEndpoint(url: string, secret: string): WebhookEndpoint {
  return { url, secrets: [secret], previousSecretEndsAt: null, isSwitchedOff: false };
}

/** Returns the secrets that sign webhooks at the given time: one, or two while a new secret replaces the previous one. */
export function signingSecrets(endpoint: WebhookEndpoint, now: Date): readonly string[] {
  const [current, previous] = endpoint.secrets;
  return previous !== undefined && isPreviousActive(endpoint, now) ? [current, previous] : [current];
}

/**
 * Makes a new webhook secret the current one. Until a given time, webhooks are signed with the previous secret too. Refuses
 * while two secrets are in use: the older one would be dropped, and a receiver that knows only the older one could no longer
 * verify webhooks.
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

/** Ends the replacement of a webhook secret: from now on, only the current secret signs. */
export function retirePreviousSecret(endpoint: WebhookEndpoint): WebhookEndpoint {
  return { ...endpoint, secrets: [endpoint.secrets[0]], previousSecretEndsAt: null };
}

/**
 * Changes the address of a webhook endpoint and enables the endpoint. An endpoint is disabled only because its address answered
 * 410, and the new address has not done so.
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
