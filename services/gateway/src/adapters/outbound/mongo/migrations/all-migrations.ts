import type { Migration } from './migration.ts';
import { nestOrders } from './nest-orders.ts';
import { numberDocuments } from './number-documents.ts';

/** In the order of their numbers, without gaps. A migration that was released is never changed or removed. */
export const allMigrations: readonly Migration[] = [nestOrders, numberDocuments];
