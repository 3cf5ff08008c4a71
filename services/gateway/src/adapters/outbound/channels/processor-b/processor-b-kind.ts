import { accountKind } from '../channel-kind.ts';
import { type AdyenCredentials, adyenCredentials } from './adyen-credentials.ts';
import { cardMethod, redirectMethods } from './adyen-methods.ts';
import { ProcessorBChannel } from './processor-b-channel.ts';

export const processorB = accountKind({
  channelType: 'ProcessorB',
  methodCodes: [cardMethod, ...redirectMethods].map(({ code }) => code),
  urlVariable: 'PROCESSOR_B_URL',
  credentials: adyenCredentials,
  callbackSecretMember: 'hmacKey',
  // One user's keys may open all merchant accounts of a company.
  identifyingMembers: ['merchantAccount'],
  namingMembers: ['merchantAccount'],
  open: ({ channelId, credentials, callbackSecrets, url }) =>
    new ProcessorBChannel({
      channelId,
      credentials: credentials as AdyenCredentials,
      hmacKeys: callbackSecrets,
      url,
    }),
});
