import { describe, expectTypeOf, it } from 'vitest';
import {
  type AmountReading,
  type CardInput,
  type CheckoutOrder,
  type CreatePaymentRequest,
  compileValidator,
  type DeclineCategory,
  type ErrorName,
  type EventType,
  type FailureEnvelope,
  type InitCheckoutResult,
  type Merchant,
  type OrderState,
  type OrderStateCode,
  type OrderTransitionCause,
  type PaymentQueryResult,
  type PaymentRenderType,
  type PaymentStatus,
  RefundRequest,
  type RefundResult,
  type RefundStateCode,
  type SignedBodyReading,
  type SubmitPaymentRequest,
  type WebhookEvent,
} from '../src/index.ts';

/** The type checker checks these expectations; at run time they do nothing. */
describe('the static types', () => {
  it('are narrow unions where the interface lists values', () => {
    expectTypeOf<WebhookEvent['event_type']>().toEqualTypeOf<EventType>();
    expectTypeOf<WebhookEvent['data']['state']>().toEqualTypeOf<OrderState>();
    expectTypeOf<WebhookEvent['data']['status']>().toEqualTypeOf<OrderStateCode>();
    expectTypeOf<PaymentQueryResult['state']>().toEqualTypeOf<OrderState>();
    expectTypeOf<PaymentQueryResult['refunds'][number]['status']>().toEqualTypeOf<RefundStateCode>();
    expectTypeOf<RefundResult['status']>().toEqualTypeOf<0 | 1 | 2 | 5 | 6>();
    expectTypeOf<CheckoutOrder['state']>().toEqualTypeOf<OrderState>();
    expectTypeOf<InitCheckoutResult['extension']['paymentRenderType']>().toEqualTypeOf<PaymentRenderType>();
    expectTypeOf<SubmitPaymentRequest['terminal']['type']>().toEqualTypeOf<
      'PC' | 'MOBILE' | 'TABLET' | 'APP'
    >();
    expectTypeOf<NonNullable<PaymentStatus['failure']>['category']>().toEqualTypeOf<DeclineCategory>();
    expectTypeOf<Merchant['state']>().toEqualTypeOf<'pending' | 'active' | 'disabled'>();
    expectTypeOf<FailureEnvelope['msg']>().toEqualTypeOf<ErrorName>();
  });

  it('distinguish required from optional members', () => {
    expectTypeOf<Pick<CreatePaymentRequest, 'amount' | 'redirect_url'>>().toEqualTypeOf<{
      amount: number;
      redirect_url: string;
    }>();
    expectTypeOf<Pick<CreatePaymentRequest, 'description'>>().toEqualTypeOf<{ description?: string }>();
    expectTypeOf<SubmitPaymentRequest>().toHaveProperty('card').toEqualTypeOf<CardInput | undefined>();
    expectTypeOf<PaymentQueryResult['paid_at']>().toEqualTypeOf<string | null>();
  });

  it('list every state and cause', () => {
    expectTypeOf<OrderState>().not.toEqualTypeOf<string>();
    expectTypeOf<OrderTransitionCause>().extract<'attempt_succeeded' | 'dispute_opened'>().not.toBeNever();
    expectTypeOf<'anything'>().not.toExtend<OrderTransitionCause>();
    expectTypeOf<'ANYTHING'>().not.toExtend<ErrorName>();
  });

  it('of validators and readers are discriminated unions', () => {
    const validate = compileValidator(RefundRequest);
    expectTypeOf<
      Extract<ReturnType<typeof validate>, { kind: 'valid' }>['value']
    >().toEqualTypeOf<RefundRequest>();
    expectTypeOf<AmountReading['kind']>().toEqualTypeOf<'read' | 'refused'>();
    expectTypeOf<SignedBodyReading['kind']>().toEqualTypeOf<'read' | 'refused'>();
  });
});
