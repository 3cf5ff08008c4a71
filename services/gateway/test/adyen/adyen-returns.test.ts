import { describe, expect, test } from 'vitest';
import { money } from '../builders/orders.ts';
import { newAttemptId, opened } from './adyen-bench.ts';
import { useAdyen } from './use-adyen.ts';

const { adyen, channel, lastCall, notified } = await useAdyen();

describe('what a consumer brings back from Adyen', () => {
  const bring = async (answer: (attemptId: string) => object, redirectResult = 'X6XtfGC3!Y') => {
    const payment = await opened(channel);
    adyen.redirectResults.set(redirectResult, answer(payment.attemptId));
    return channel.takeReturn(payment, { redirectResult, sessionId: 'CS1' });
  };
  const authorised = (merchantReference: string) => ({
    resultCode: 'Authorised',
    pspReference: 'V4HZ4RBFJGXXGN82',
    merchantReference,
    amount: { value: 1_999, currency: 'EUR' },
    paymentMethod: { brand: 'mc', type: 'scheme' },
    additionalData: { cardSummary: '1111', expiryDate: '3/2030' },
  });

  test('makes the payment', async () => {
    expect(await bring(authorised, 'made')).toEqual({
      kind: 'ended',
      result: {
        kind: 'succeeded',
        paid: money(1_999, 'EUR'),
        paymentReference: 'V4HZ4RBFJGXXGN82',
        card: { brand: 'mastercard', last4: '1111', expMonth: 3, expYear: 2030 },
      },
    });
    expect(lastCall()).toMatchObject({
      call: 'POST /v72/payments/details',
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      body: { details: { redirectResult: 'made' } },
    });
  });

  test('that belongs to another payment of the account proves nothing about this one', async () => {
    expect(await bring(() => authorised(newAttemptId()), 'others')).toEqual({ kind: 'pending' });
  });

  test('that Adyen assigns to no payment proves nothing', async () => {
    expect(await bring((id) => ({ ...authorised(id), merchantReference: undefined }), 'none')).toEqual({
      kind: 'pending',
    });
  });

  test('and was refused names the refused payment, because the consumer can try again in the same session', async () => {
    const refused = (merchantReference: string) => ({
      ...{ resultCode: 'Refused', pspReference: 'V4HZ4RBFJGXXGN82', merchantReference },
    });
    const declineReference = 'V4HZ4RBFJGXXGN82';
    expect(await bring(refused, 'refused')).toMatchObject({ result: { kind: 'failed', declineReference } });
    expect(
      await notified('AUTHORISATION', newAttemptId(), { success: 'false', pspReference: declineReference }),
    ).toMatchObject({
      result: { kind: 'failed', declineReference },
    });
  });

  test('without an amount is under way until the notification with the amount', async () => {
    expect(await bring((id) => ({ ...authorised(id), amount: undefined }), 'bare')).toEqual({
      kind: 'under_way',
    });
  });

  test.each([
    [
      'Refused',
      { kind: 'ended', result: { kind: 'failed', failure: { code: '24', category: 'incorrect_cvc' } } },
    ],
    ['Error', { kind: 'ended', result: { kind: 'failed' } }],
    ['Cancelled', { kind: 'ended', result: { kind: 'cancelled' } }],
    ['Received', { kind: 'under_way' }],
    ['Pending', { kind: 'under_way' }],
    ['RedirectShopper', { kind: 'pending' }],
    ['IdentifyShopper', { kind: 'pending' }],
    ['ChallengeShopper', { kind: 'pending' }],
    ['PresentToShopper', { kind: 'pending' }],
    ['PartiallyAuthorised', { kind: 'not_understood' }],
    ['AuthenticationFinished', { kind: 'not_understood' }],
    ['AuthenticationNotRequired', { kind: 'not_understood' }],
    ['Success', { kind: 'not_understood' }],
    ['OnTheMoon', { kind: 'not_understood', detail: 'Adyen names a payment that is OnTheMoon' }],
  ])('and comes to %s', async (resultCode, said) => {
    const answer = (merchantReference: string) => ({
      resultCode,
      merchantReference,
      refusalReasonCode: '24',
    });
    expect(await bring(answer, resultCode)).toMatchObject(said);
  });

  test.each([
    ['nothing of Adyen’s', {}],
    ['an empty one', { redirectResult: '' }],
    ['one that is far too long', { redirectResult: 'x'.repeat(20_000) }],
  ])('is not handed in when it is %s', async (_case, parameters) => {
    const payment = await opened(channel);
    const callsBefore = adyen.calls.length;
    expect(await channel.takeReturn(payment, parameters)).toEqual({ kind: 'pending' });
    expect(adyen.calls).toHaveLength(callsBefore);
  });

  test('changes nothing if it is forged, and has no result yet if Adyen does not answer', async () => {
    const payment = await opened(channel);
    expect(await channel.takeReturn(payment, { redirectResult: 'forged' })).toEqual({ kind: 'pending' });
    adyen.disturbNext({ kind: 'break' });
    expect(await channel.takeReturn(payment, { redirectResult: 'other' })).toMatchObject({
      kind: 'unavailable',
    });
  });
});
