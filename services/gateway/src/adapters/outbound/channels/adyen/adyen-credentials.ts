import { type Static, Type } from 'typebox';
import type { Environment } from '../../../../domain/environment.ts';

/**
 * The two environments of Adyen. A production deployment accepts only live credentials, and a sandbox only test credentials.
 */
export type AdyenMode = 'test' | 'live';

const modes = { sandbox: 'test', production: 'live' } as const satisfies Record<Environment, AdyenMode>;

const METHODS =
  'card|apple_pay|bancontact|bank_transfer|blik|google_pay|ideal|klarna|mobilepay|pix|twint|vipps';

/** The members of the credentials that the webhook and the daily reports need. They are the same in both environments. */
const webhookAndReportMembers = {
  callbackLogin: Type.Optional(
    Type.String({
      pattern: '^[^:\\s]{1,100}:[!-~]{8,100}$',
      description:
        'The user name and password that are set for the webhook; without them, the gateway refuses some events that Adyen may not sign',
      examples: ['kassa:…'],
      writeOnly: true,
    }),
  ),
  reportLogin: Type.Optional(
    Type.String({
      pattern: '^[^:\\s]{1,100}:[!-~]{8,100}$',
      description: 'The name and password of the report user, with which the daily reports are downloaded',
      examples: ['report@Company.Example:…'],
      writeOnly: true,
    }),
  ),
  reportTimeZone: Type.Optional(
    Type.String({
      pattern: '^[A-Z][A-Za-z_]{1,30}(/[A-Za-z_+-]{1,30}[0-9]{0,2}){0,2}$',
      description:
        'The time zone of the account’s reports (Customer Area, Settings, Account settings), by its IANA name; without it, the gateway uses the abbreviation in the reports',
      examples: ['Europe/Amsterdam'],
    }),
  ),
};

function membersOf(mode: AdyenMode) {
  return {
    apiKey: Type.String({
      pattern: '^[!-~]{20,500}$',
      description: 'The API key of a web service user with the role for payments and refunds at Adyen',
      examples: ['AQE…'],
      writeOnly: true,
    }),
    clientKey: Type.String({
      pattern: `^${mode}_[A-Z0-9]{8,100}$`,
      description: 'The client key of the same user, which is sent to payment pages',
      examples: [`${mode}_…`],
    }),
    merchantAccount: Type.String({
      pattern: '^[A-Za-z0-9_.-]{1,80}$',
      description: 'The merchant account that takes the payments',
      examples: ['ExampleShopECOM'],
    }),
    countryCode: Type.String({
      pattern: '^(?!UK)[A-Z]{2}$',
      description:
        'The country from which most consumers pay, in two letters (ISO 3166-1); the card form needs it to start',
      examples: ['NL'],
    }),
    hmacKey: Type.String({
      pattern: '^[0-9A-Fa-f]{64}$',
      description: 'The HMAC key of the standard webhook at Adyen, in hexadecimal',
      examples: ['44782DEF…'],
      writeOnly: true,
    }),
    methods: Type.Optional(
      Type.String({
        pattern: `^(${METHODS})(,(${METHODS}))*$`,
        description:
          'The payment methods to offer, separated by commas (default: all that the account has at Adyen and that the gateway can serve, except Klarna and Pix)',
        examples: ['card,ideal,twint'],
      }),
    ),
    ...webhookAndReportMembers,
  };
}

const testCredentials = Type.Object(membersOf('test'), { additionalProperties: false });

const liveCredentials = Type.Object(
  {
    ...membersOf('live'),
    liveUrlPrefix: Type.String({
      pattern: '^[0-9a-f]{8,64}-[A-Za-z0-9-]{1,80}$',
      description: 'The prefix of the live endpoints, as the Customer Area shows it under API URLs',
      examples: ['1797a841fbb37ca7-ExampleShop'],
    }),
    liveRegion: Type.Optional(
      Type.String({
        pattern: '^(us|au|apse|in|nea)$',
        description: 'The region of the live environment, unless it is Europe',
        examples: ['us'],
      }),
    ),
  },
  { additionalProperties: false },
);

/**
 * The credentials of an Adyen account, as Adyen's Customer Area shows them. Only live accounts have `liveUrlPrefix` and
 * `liveRegion`.
 */
export type AdyenCredentials = Static<typeof testCredentials> &
  Partial<Pick<Static<typeof liveCredentials>, 'liveUrlPrefix' | 'liveRegion'>>;

/**
 * The schema of the credentials that an environment accepts. A client key starts with the name of Adyen's environment,
 * so the schema refuses credentials of the other environment.
 */
export function adyenCredentials(environment: Environment): typeof testCredentials | typeof liveCredentials {
  return modes[environment] === 'live' ? liveCredentials : testCredentials;
}

export function modeOf({ clientKey }: Pick<AdyenCredentials, 'clientKey'>): AdyenMode {
  return clientKey.startsWith('live_') ? 'live' : 'test';
}

/** The name that Adyen's browser library uses for the account's environment and region. */
export function componentEnvironmentOf(credentials: AdyenCredentials): string {
  if (modeOf(credentials) === 'test') return 'test';
  return credentials.liveRegion === undefined ? 'live' : `live-${credentials.liveRegion}`;
}
