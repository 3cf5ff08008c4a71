import { channelFaults } from './channel-faults.ts';
import { consumerFaults } from './consumer-faults.ts';
import type { FaultRow } from './fault-row.ts';
import { requestFaults } from './request-faults.ts';
import { webhookFaults } from './webhook-faults.ts';
import { workFaults } from './work-faults.ts';

/** All faults, by number. */
export const faultRows: readonly FaultRow[] = [
  ...workFaults,
  ...channelFaults,
  ...requestFaults,
  ...consumerFaults,
  ...webhookFaults,
].toSorted((one, other) => one.number - other.number);
