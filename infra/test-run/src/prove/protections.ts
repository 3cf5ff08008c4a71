import { adyenProtections } from './adyen-protections.ts';
import { channelProtections } from './channel-protections.ts';
import { disputeProtections } from './dispute-protections.ts';
import { eventProtections } from './event-protections.ts';
import { exposureProtections } from './exposure-protections.ts';
import { harnessProtections } from './harness-protections.ts';
import { laneProtections } from './lane-protections.ts';
import { lateReportProtections } from './late-report-protections.ts';
import { modelProtections } from './model-protections.ts';
import { paymentProtections } from './payment-protections.ts';
import type { Protection } from './protection.ts';
import { reconciliationProtections } from './reconciliation-protections.ts';
import { refundProtections } from './refund-protections.ts';
import { storedOrderProtections } from './stored-order-protections.ts';

/**
 * All parts of the code that protect against faults. The proof removes one part at a time and runs the part's test. If the test
 * does not fail, this list is wrong or a test is missing.
 */
export const protections: readonly Protection[] = [
  ...paymentProtections,
  ...refundProtections,
  ...disputeProtections,
  ...lateReportProtections,
  ...storedOrderProtections,
  ...laneProtections,
  ...channelProtections,
  ...adyenProtections,
  ...eventProtections,
  ...reconciliationProtections,
  ...exposureProtections,
  ...modelProtections,
  ...harnessProtections,
];
