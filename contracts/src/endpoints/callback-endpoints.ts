import { Type } from 'typebox';
import { type EndpointGroup, taking } from './endpoint.ts';

export const receiveChannelCallback = taking({
  id: 'receiveChannelCallback',
  port: 'merchant',
  security: 'channel_signature',
  method: 'POST',
  path: '/api/webhook/{channelId}',
  summary: 'Receive a channel’s callback',
  description:
    'Each channel defines its own body and signature. A forged callback is answered INVALID_SIGNATURE and stores nothing. The sandbox’s processor signs with `Sandbox-Signature: t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>`, at most 300 seconds old. The gateway stores what each callback reports, answers the callback, and applies it once, however often it arrives.',
  pathParameters: {
    channelId: {
      schema: Type.String({ examples: ['Sandbox'] }),
      description:
        'The channel that sends the callback: the channel type for the deployment’s own account, or the type followed by the merchant’s ID for a merchant’s own account, as in `ProcessorA-mer_3vQ8x0Yb2LkT9sWd`. Reports about payments made at another account change nothing.',
    },
  },
  body: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'The callback in the channel’s own format, at most 2 MiB. A callback of more than 256 KiB needs the header `Content-Length`.',
  }),
  data: Type.Null(),
  errors: ['INVALID_REQUEST', 'INVALID_SIGNATURE', 'CHANNEL_NOT_FOUND'],
  examples: [
    {
      title: 'The sandbox’s processor reports a successful payment',
      body: {
        id: 'sbx_evt_1',
        type: 'payment.succeeded',
        payment: { id: 'sbx_pay_1', status: 'succeeded', amount_minor: 1050, currency: 'USD' },
      },
      data: null,
    },
  ],
});

/** The endpoints for channels' callbacks to the gateway (section 4.3 of the interface specification that Kassa implements). */
export const callbackGroup: EndpointGroup = {
  id: 'callbacks',
  title: 'Channel callbacks',
  description:
    'How payment channels report results. For developers who connect a channel; merchants do not use it.',
  endpoints: [receiveChannelCallback],
};
