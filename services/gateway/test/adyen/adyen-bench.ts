import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { AdyenChannel } from '../../src/adapters/outbound/channels/adyen/adyen-channel.ts';
import type { AdyenCredentials } from '../../src/adapters/outbound/channels/adyen/adyen-credentials.ts';
import { newHmacValidator } from '../../src/adapters/outbound/channels/adyen/adyen-package.ts';
import type { MakeKey } from '../../src/adapters/outbound/channels/deployment-keys.ts';
import { attemptIdOf, refundIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { RawCallback } from '../../src/ports/channel-callback.ts';
import type { OpeningOrder, PaymentReference } from '../../src/ports/payment-channel.ts';
import { openingOrder, openPaymentAt, plainKeys } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import type { ChannelBench } from '../port-contracts/channel-bench.ts';
import type { StandInAdyen } from './stand-in-adyen.ts';

function credentialsOf(adyen: StandInAdyen) {
  return {
    apiKey: adyen.apiKey,
    clientKey: 'test_ABCDEFGH12345678',
    merchantAccount: adyen.merchantAccount,
    countryCode: 'NL',
    hmacKey: adyen.hmacKey,
    methods: 'card,apple_pay,bancontact,bank_transfer,blik,google_pay,ideal,klarna,mobilepay,pix,twint,vipps',
    reportLogin: adyen.reportLogin,
  };
}

type Changes = {
  /** A member that is undefined leaves the credential out. */
  readonly credentials?: { readonly [Name in keyof AdyenCredentials]?: AdyenCredentials[Name] | undefined };
  readonly hmacKeys?: readonly string[];
  readonly url?: string;
  readonly timeoutMs?: number;
  readonly keyFor?: MakeKey;
};

export function channelAt(adyen: StandInAdyen, changes: Changes = {}): AdyenChannel {
  return new AdyenChannel({
    channelId: 'ProcessorB',
    hmacKeys: [adyen.hmacKey],
    url: adyen.url,
    keyFor: plainKeys,
    ...changes,
    credentials: { ...credentialsOf(adyen), ...changes.credentials } as AdyenCredentials,
  });
}

const signer = newHmacValidator();

const newOrderId = () => `ord_${randomBytes(16).toString('hex')}`;
export const newAttemptId = () => attemptIdOf(newOrderId(), 1);
export const newRefundId = () => refundIdOf(newOrderId(), 1);

export function adyenBench(adyen: StandInAdyen): ChannelBench {
  const channel = channelAt(adyen);
  return {
    channel,
    // Nothing listens on the discard port.
    unreachable: channelAt(adyen, { url: 'http://127.0.0.1:9' }),
    pay: async ({ attemptId }, outcome) => {
      await channel.submit();
      adyen.pay(attemptId, outcome);
    },
    codes: { declined: '2', tooMuchToReturn: 'refund_refused' },
    newAttemptId,
    newRefundId,
    callbackAbout: async (reference) => {
      const find = () => adyen.items.findLast(({ merchantReference }) => merchantReference === reference);
      await expect.poll(find).toBeDefined();
      const item = find();
      if (item === undefined) throw new Error(`nothing was notified about ${reference}`);
      return adyen.batch(item);
    },
    signed: (text) => adyen.raw(text),
    sealed: (text) => adyen.raw(signedAnew(text, adyen.hmacKey)),
    onlyNotifies: { ended: (payment) => endedAt(payment, new Date(Date.now() - 3_600_000)) },
    forgeries: (genuine) => forgeriesOf(genuine.body.toString()).map((text) => adyen.raw(text)),
    returnedMinor: async ({ attemptId }) => adyen.returned(attemptId),
  };
}

export function endedAt(payment: PaymentReference, payableUntil: Date): PaymentReference {
  return { ...payment, opening: { ...payment.opening, payableUntil } };
}

/** Reads a genuine callback. Throws if the channel refuses it. */
export async function genuineCallbacks(channel: AdyenChannel, callback: RawCallback) {
  const reading = await channel.readCallback(callback);
  if (reading.kind !== 'genuine') throw new Error(JSON.stringify(reading));
  return reading.callbacks;
}

/** Opens a payment for an order of 19.99 EUR, unless the test gives other values. */
export function opened(channel: AdyenChannel, given: Partial<OpeningOrder> = {}): Promise<PaymentReference> {
  const order = openingOrder({ attemptId: newAttemptId(), amount: money(1_999, 'EUR'), ...given });
  return openPaymentAt(channel, order);
}

/** Returns forged copies of a callback. In each, one byte of the signature or of a signed field is changed. */
function forgeriesOf(text: string): readonly string[] {
  const batch = JSON.parse(text) as {
    notificationItems: [{ NotificationRequestItem: Record<string, unknown> }];
  };
  const item = batch.notificationItems[0].NotificationRequestItem;
  const { hmacSignature } = item.additionalData as { hmacSignature: string };
  const { value, currency } = item.amount as { value: number; currency: string };
  const withItem = (changes: object) =>
    JSON.stringify({ ...batch, notificationItems: [{ NotificationRequestItem: { ...item, ...changes } }] });
  const signedBy = (signature: string) => withItem({ additionalData: { hmacSignature: signature } });
  return [
    ...changedTexts(hmacSignature).map(signedBy),
    signedBy(''),
    signedBy(`${hmacSignature} `),
    withItem({ additionalData: {} }),
    withItem({ additionalData: undefined }),
    ...['pspReference', 'merchantAccountCode', 'merchantReference', 'eventCode'].flatMap((name) =>
      changedTexts(String(item[name])).map((changed) => withItem({ [name]: changed })),
    ),
    withItem({ originalReference: 'QFQT000000000009' }),
    withItem({ success: item.success === 'true' ? 'false' : 'true' }),
    withItem({ amount: { value: value + 1, currency } }),
    ...changedTexts(currency).map((changed) => withItem({ amount: { value, currency: changed } })),
  ];
}

interface Signable {
  NotificationRequestItem?: { additionalData?: Record<string, unknown> } | null;
}

/** Signs the notifications of a batch anew. Those that have no form that can be signed keep their signatures. */
function signedAnew(text: string, key: string): string {
  const batch = JSON.parse(text) as { notificationItems?: (Signable | null)[] } | null;
  const items = batch?.notificationItems;
  for (const entry of Array.isArray(items) ? items : []) {
    const item = entry?.NotificationRequestItem;
    try {
      if (item?.additionalData) item.additionalData.hmacSignature = signer.calculateHmac(item as never, key);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
  }
  return JSON.stringify(batch);
}

function changedTexts(text: string): readonly string[] {
  return [...text].map(
    (character, position) =>
      text.slice(0, position) + (character === 'A' ? 'B' : 'A') + text.slice(position + 1),
  );
}
