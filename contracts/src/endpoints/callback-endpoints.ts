import { Type } from 'typebox';
import { type EndpointGroup, taking } from './endpoint.ts';

export const receiveChannelCallback = taking({
  id: 'receiveChannelCallback',
  port: 'merchant',
  security: 'channel_signature',
  method: 'POST',
  path: '/api/webhook/{channelId}',
  summary: 'Take a channel’s callback',
  description:
    'Body and signature are the channel’s own, and each channel verifies its own; a forged one is answered INVALID_SIGNATURE and writes nothing. The sandbox’s processor signs with `Sandbox-Signature: t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`, at most 300 seconds old. A callback is kept (reduced to what it means), answered, and applied once, however often it comes.',
  pathParameters: {
    channelId: {
      schema: Type.String({ examples: ['Sandbox'] }),
      description:
        'Which channel it comes from: of the deployment’s own account the channel type, of a merchant’s own the type and the merchant’s ID, as in `ProcessorA-mer_3vQ8x0Yb2LkT9sWd`. Reports about what was made at another account change nothing.',
    },
  },
  body: Type.Record(Type.String(), Type.Unknown(), {
    description: 'In the channel’s own words, at most 256 KiB.',
  }),
  data: Type.Null(),
  errors: ['INVALID_REQUEST', 'INVALID_SIGNATURE', 'CHANNEL_NOT_FOUND'],
  examples: [
    {
      title: 'The sandbox’s processor reports a payment',
      body: {
        id: 'sbx_evt_1',
        type: 'payment.succeeded',
        payment: { id: 'sbx_pay_1', status: 'succeeded', amount_minor: 1050, currency: 'USD' },
      },
      data: null,
    },
  ],
});

/** What channels send to the gateway (interface, section 4.3; decisions, section 8). */
export const callbackGroup: EndpointGroup = {
  id: 'callbacks',
  title: 'Channel callbacks',
  description:
    'How payment channels report results. Merchants have nothing to do with it; it is here for whoever connects a channel.',
  endpoints: [receiveChannelCallback],
};
