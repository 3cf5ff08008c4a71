import type { CheckStep } from '../../../../ports/check-step.ts';

/**
 * Reads whether all events of a dispute name the payment, which is a setting of the account's webhook (Management API, version
 * 3, `GET /merchants/{merchantId}/webhooks`). The gateway can read disputes with either setting. An event that names the
 * payment also names its dispute. Any other event is applied only if the payment has a single dispute, and cannot be checked
 * against the payment's reference at Adyen.
 */

export interface SettingsAccess {
  /** The origin of Adyen's Management API, or of a test server in its place. */
  readonly origin: string;
  readonly merchantAccount: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly fetch?: typeof fetch | undefined;
}

/** The setting's name at Adyen. */
const SETTING = 'includeOriginalReferenceForChargebackReversed';
const SWITCH_ON = `to make all events contain it, switch on ${SETTING} in the webhook’s additional settings`;

export async function checkDisputeSetting(access: SettingsAccess): Promise<CheckStep> {
  const step = { name: 'references in dispute events' } as const;
  const settings = await settingsOf(access);
  if (settings === undefined) {
    const detail = `the API key may not read the webhook’s settings. The gateway reads dispute events with and without the payment’s reference; ${SWITCH_ON}`;
    return { ...step, outcome: 'skipped', detail };
  }
  if (settings.length > 0 && settings.every(Boolean)) return { ...step, outcome: 'passed', detail: null };
  const detail = `CHARGEBACK_REVERSED and the later events of a dispute do not contain the payment’s reference, so the gateway finds the dispute by the payment’s ID; ${SWITCH_ON}`;
  return { ...step, outcome: 'passed', detail };
}

/** The setting of each active Standard webhook of the account. Undefined if Adyen does not say. */
async function settingsOf({
  origin,
  merchantAccount,
  apiKey,
  timeoutMs,
  fetch: send = fetch,
}: SettingsAccess): Promise<readonly boolean[] | undefined> {
  const address = new URL(`/v3/merchants/${encodeURIComponent(merchantAccount)}/webhooks`, origin);
  address.searchParams.set('pageSize', '100');
  try {
    const response = await send(address, {
      headers: { 'x-api-key': apiKey },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { data } = (await response.json()) as { readonly data?: unknown };
    if (response.status !== 200 || !Array.isArray(data)) return undefined;
    return (data as readonly Webhook[])
      .filter(({ type, active }) => type === 'standard' && active === true)
      .map(({ additionalSettings }) => additionalSettings?.properties?.[SETTING] === true);
  } catch {
    return undefined;
  }
}

interface Webhook {
  readonly type?: unknown;
  readonly active?: unknown;
  readonly additionalSettings?: { readonly properties?: Readonly<Record<string, unknown>> };
}
