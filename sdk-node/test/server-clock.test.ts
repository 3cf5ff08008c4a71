import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeGateway, failure } from './support/fake-gateway.ts';
import { payment, rejectionOf } from './support/sample-calls.ts';

let gateway: FakeGateway;
beforeAll(async () => {
  gateway = await FakeGateway.start();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.answerWith());

const HOUR_MS = 3_600_000;

describe('a clock that is wrong', () => {
  it.each([HOUR_MS, -HOUR_MS, 200_000])('by %i ms is corrected by the Date of the answer', async (offset) => {
    gateway.clockOffsetMs = offset;
    await gateway.kassa().payments.create(payment);
    expect(gateway.requests).toHaveLength(2);
    expect(new Set(gateway.requests.map(({ nonce }) => nonce)).size).toBe(2);
  });

  it('costs one attempt, not one for each call', async () => {
    const kassa = gateway.kassa();
    gateway.clockOffsetMs = HOUR_MS;
    await kassa.payments.retrieve('T1');
    await kassa.payments.retrieve('T1');
    expect(gateway.requests).toHaveLength(3);
  });

  it('is corrected again when it was set right meanwhile', async () => {
    const kassa = gateway.kassa();
    gateway.clockOffsetMs = HOUR_MS;
    await kassa.payments.retrieve('T1');
    gateway.answerWith();
    await kassa.payments.retrieve('T1');
    expect(gateway.requests).toHaveLength(2);
  });

  it('is corrected only once in a call', async () => {
    gateway.answerWith(failure('TIMESTAMP_EXPIRED'), failure('TIMESTAMP_EXPIRED'));
    const error = await rejectionOf(gateway.kassa().payments.create(payment));
    expect(error).toMatchObject({
      name: 'AuthenticationError',
      code: 'TIMESTAMP_EXPIRED',
      attempts: 2,
      message: expect.stringContaining('corrected once'),
    });
    expect(gateway.requests).toHaveLength(2);
  });

  it('is not guessed when the answer has no Date', async () => {
    const noDate = vi.fn<typeof fetch>(async () => {
      const error = { detail: 'Late.', retryable: true, request_id: 'req_1' };
      return Response.json({ code: 40102, msg: 'TIMESTAMP_EXPIRED', data: null, error }, { status: 401 });
    });
    const error = await rejectionOf(gateway.kassa({ fetch: noDate }).payments.retrieve('T1'));
    expect(error).toMatchObject({ code: 'TIMESTAMP_EXPIRED', attempts: 1 });
    expect(noDate).toHaveBeenCalledTimes(1);
  });
});
