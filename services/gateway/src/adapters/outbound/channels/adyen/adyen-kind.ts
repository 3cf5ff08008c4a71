import type { Static } from 'typebox';
import { accountKind } from '../channel-kind.ts';
import type { Trial } from '../trial/trial-task.ts';
import { AdyenChannel, adyenType } from './adyen-channel.ts';
import { type AdyenCredentials, adyenCredentials } from './adyen-credentials.ts';
import { cardMethod, elsewhereMethods } from './adyen-methods.ts';
import { adyenTrial } from './adyen-trial.ts';

export const adyen = accountKind({
  channelType: adyenType,
  methodCodes: [cardMethod, ...elsewhereMethods].map(({ code }) => code),
  urlVariable: 'PROCESSOR_B_URL',
  credentials: adyenCredentials,
  callbackSecretMember: 'hmacKey',
  // The merchant account identifies an Adyen account. The keys do not, because one Adyen user's keys may open all merchant
  // accounts of a company.
  identifyingMembers: ['merchantAccount'],
  // Each of Adyen's data centers has its own prefix, and does not know the idempotency keys of the other data centers. A refund
  // that is repeated at another data center would be made twice.
  namingMembers: ['merchantAccount', 'liveUrlPrefix'],
  trial: adyenTrial as Trial<Static<ReturnType<typeof adyenCredentials>>>,
  open: ({ channelId, credentials, callbackSecrets, url, keyFor }) =>
    new AdyenChannel({
      channelId,
      credentials: credentials as AdyenCredentials,
      hmacKeys: callbackSecrets,
      url,
      keyFor,
    }),
});
