import { type FaultRow, row } from './fault-row.ts';

/** Faults of webhooks and the event log. */
export const webhookFaults: readonly FaultRow[] = [
  row(
    44,
    'A receiver answers 500, 410 or 429, hangs, sends without end, or redirects',
    'Kassa retries a webhook on a schedule, limits how long it waits and how much of the answer it reads, and follows no redirect. It stops after a 410 and waits after a 429. Other merchants are not slowed',
  ),
  row(
    45,
    'A receiver’s address is private, however it is written',
    'A private address is refused before a connection is made, in more than 150 spellings',
  ),
  row(
    46,
    'A receiver’s name resolves first to a public address and then to a private one',
    'Kassa connects only to the address that it has checked',
  ),
  row(
    47,
    'A webhook secret is rotated',
    'While a webhook secret is replaced, each webhook has one signature by the old secret and one by the new',
  ),
  row(
    48,
    'Receivers of ten thousand events fail 30 % of the time, and processes are killed',
    'All events arrive, with stable IDs and in sequence for each order',
  ),
  row(
    56,
    'An insert into the event log stalls for a minute or an hour, and the event appears among older ones',
    'A client that follows the event log misses no event. The position from which it resumes always lies before any event that has yet to enter the log',
  ),
];
