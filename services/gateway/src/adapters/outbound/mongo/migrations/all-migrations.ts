import { feesOfDays } from './fees-of-days.ts';
import type { Migration } from './migration.ts';
import { nestOrders } from './nest-orders.ts';
import { numberDocuments } from './number-documents.ts';
import { secondFormOfOrders } from './second-form-of-orders.ts';

/** All migrations, numbered without gaps and sorted by number. A released migration is never changed or removed. */
export const allMigrations: readonly Migration[] = [
  nestOrders,
  numberDocuments,
  secondFormOfOrders,
  feesOfDays,
];
