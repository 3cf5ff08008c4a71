import { randomBytes } from 'node:crypto';
import { attemptIdOf, refundIdOf } from '../../src/domain/order/order-identifiers.ts';

const newOrderId = () => `ord_${randomBytes(16).toString('hex')}`;

/** Returns an attempt ID that no channel knows yet. */
export const newAttemptId = () => attemptIdOf(newOrderId(), 1);
export const newRefundId = () => refundIdOf(newOrderId(), 1);
