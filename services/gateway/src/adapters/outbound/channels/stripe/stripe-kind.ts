import { Type } from 'typebox';
import { accountKind } from '../channel-kind.ts';
import { connectStripe } from './connect-stripe.ts';
import { StripeChannel, stripeType } from './stripe-channel.ts';
import { stripeMethods } from './stripe-methods.ts';
import { signedForReplay, stripeTrial } from './stripe-trial.ts';

const STRIPE_URL = 'https://api.stripe.com';

/** The mode of Stripe's keys. The sandbox accepts only test keys, and production only live keys, which move real money. */
const modes = { sandbox: 'test', production: 'live' } as const;

export const stripe = accountKind({
  channelType: stripeType,
  methodCodes: stripeMethods.map(({ code }) => code),
  urlVariable: 'PROCESSOR_A_URL',
  credentials: (environment) =>
    Type.Object(
      {
        secretKey: Type.String({
          pattern: `^(sk|rk)_${modes[environment]}_[A-Za-z0-9]{8,255}$`,
          description: 'A secret or restricted key of the account at Stripe',
          examples: [`sk_${modes[environment]}_…`],
          writeOnly: true,
        }),
        publicKey: Type.String({
          pattern: `^pk_${modes[environment]}_[A-Za-z0-9]{8,255}$`,
          description: 'The publishable key of the same account, which is sent to payment pages',
          examples: [`pk_${modes[environment]}_…`],
        }),
        callbackSecret: Type.String({
          pattern: '^whsec_[!-~]{8,255}$',
          description: 'The signing secret of the webhook endpoint at Stripe',
          examples: ['whsec_…'],
          writeOnly: true,
        }),
        takesCardNumbers: Type.Optional(
          Type.String({
            pattern: '^(yes|no)$',
            description: 'Whether Stripe allows the account to send card numbers itself (default: no)',
            examples: ['no'],
          }),
        ),
      },
      { additionalProperties: false },
    ),
  callbackSecretMember: 'callbackSecret',
  // The gateway compares secret keys and publishable keys to notice that an account is added a second time. The secret key
  // alone is not enough: an account can have several secret keys at the same time, but only one publishable key.
  identifyingMembers: ['secretKey', 'publicKey'],
  // This list is empty, because no credential identifies the account at Stripe. Stripe does not document that a key contains
  // the account's ID, and a restricted key can lack the permission to read the ID (`GET /v1/account`).
  namingMembers: [],
  trial: {
    tasks: (access) => stripeTrial(access),
    replayedWith: {
      secretKey: 'sk_test_replayed',
      publicKey: 'pk_test_replayed',
      callbackSecret: 'whsec_replayed',
    },
    webhooks: {
      areNeeded: false,
      acknowledgement: '',
      sign: (event, credentials) => signedForReplay(event, credentials),
    },
  },
  open: ({ channelId, credentials, callbackSecrets, url, keyFor }) =>
    new StripeChannel({
      channelId,
      stripe: connectStripe({ secretKey: credentials.secretKey, url: url ?? STRIPE_URL }),
      publicKey: credentials.publicKey,
      callbackSecrets,
      takesCardNumbers: credentials.takesCardNumbers === 'yes',
      keyFor,
    }),
});
