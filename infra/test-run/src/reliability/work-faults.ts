import { type FaultRow, row } from './fault-row.ts';

/** Faults of the instances, their database and their versions. */
export const workFaults: readonly FaultRow[] = [
  row(
    1,
    'The process is killed in the middle of a refund',
    'Kassa stores the refund before it calls the channel, and repeats the call with the same idempotency key, so the channel makes only one refund',
  ),
  row(
    2,
    'The process is killed right after a state change',
    'No event is lost, because a state change and its event are stored in the same write',
  ),
  row(
    3,
    'The process is killed after it sent a webhook and before it recorded the delivery',
    'The webhook is sent again under the same `webhook-id`',
  ),
  row(
    4,
    'The database is killed under load',
    'While the database is down, calls do not hang but get 503 with Retry-After. No acknowledged write is lost, and Kassa recovers by itself',
  ),
  row(
    5,
    'A write to the database succeeds, but its answer is lost',
    'Kassa repeats a write whose answer was lost, and the change is applied only once',
  ),
  row(
    6,
    'Each database operation takes 2 s longer',
    'While the database is slow, the instance reports that it is not ready. It limits its connections and waiting operations, so its memory does not grow',
  ),
  row(
    7,
    'Fifty refunds of one order are requested at once',
    'Pending and completed refunds of an order together never exceed the paid amount. As many refunds are accepted as this allows',
  ),
  row(
    8,
    'The same refund ID is used for two orders',
    'If a refund ID is used for two orders, only one order gets it. If a crash interrupts a refund request, repeating the request completes the refund',
  ),
  row(
    9,
    'Identical requests to create a payment arrive at once',
    'Identical requests create one order, and all get the same answer',
  ),
  row(
    10,
    'The same transaction ID is used with other content',
    'A call with a used transaction ID and other content is refused with DUPLICATE_TRANSACTION. The existing order stays unchanged',
  ),
  row(
    11,
    'Two processes take the same work, or a process pauses until its lease has ended',
    'If two processes do the same work, the work takes effect only once, because a process whose lease has ended can no longer record anything',
  ),
  row(
    12,
    'The work of one order always fails',
    'If the work on an order always fails, it is postponed, and after many failures an operator gets a case. The work on other orders continues',
  ),
  row(13, 'All instances are restarted in turn', 'No request fails while the instances are restarted'),
  row(
    14,
    'A process dies before it moves its events to the event log',
    'Another instance moves the events of a dead process to the event log within seconds',
  ),
  row(
    70,
    'The database lacks a permission for the gateway, or a document is too large for it',
    'If the database permanently refuses an operation, the gateway answers INTERNAL_ERROR, which does not invite a retry. It also alerts operators and parks the work',
  ),
  row(
    71,
    'The database is unreachable for minutes',
    'Once the gateway knows that the database is unreachable, it refuses calls within 0.1 s and logs at most one line a second. It serves calls again by itself after the outage',
  ),
  row(
    72,
    'The primary of the database steps down, and another one is elected',
    'While the database elects another primary, calls wait, and succeed within 15 s. If the answer to a write is lost, the write still takes effect only once',
  ),
  row(
    73,
    'The database lacks indexes, or has them with other options, and has millions of documents',
    'The command `kassa-admin database migrate` builds the missing indexes, however long it takes, and continues after an interruption. A start builds them too, and serves nobody until they are complete',
  ),
  row(
    74,
    'Two versions work on one database, and its migration is killed, run twice or forgotten',
    'If two versions run at once or a migration fails, no write is lost, and orders can still be found. Kassa does not start on a database with a format that it does not know',
  ),
  row(
    75,
    'An order is near its limits, with hundreds of refunds, disputes and reports, and long texts',
    'The document of an order stays below 1 MiB. If a change would make an order too large, Kassa either refuses the change and says why, or opens a case for an operator',
  ),
  row(
    81,
    'A channel hangs while 5,000 of its attempts are due',
    'A channel that hangs slows nobody else. For other channels and merchants, the 99th percentile of the delay of refunds, expiries and events is at most twice the usual',
  ),
  row(
    95,
    'The process that archives or removes old orders is killed at any step, or orders change meanwhile',
    'If a process is killed while it archives or removes orders, no order is lost: each order is either unchanged in the database, or in the archive with a tombstone. The next run completes the work',
  ),
  row(
    96,
    'The database is lost, and a backup is restored that lacks the latest hours',
    'Reconciliation names every payment and refund that the backup lacks. If merchants repeat their refunds and consumers their payments with the same method, no money moves twice',
  ),
];
