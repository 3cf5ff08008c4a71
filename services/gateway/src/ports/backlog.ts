import type { Moment } from './clock.ts';

/** Queues of work that workers do. */
export const workQueues = ['orders', 'webhooks', 'callbacks'] as const;

/** Queues that wait for an operator: cases about orders, cases about callbacks, and events whose delivery was given up. */
export const operatorQueues = ['order_cases', 'callback_cases', 'undelivered_events'] as const;

export type QueueName = (typeof workQueues)[number] | (typeof operatorQueues)[number];

/** A queue is counted exactly only up to this length. A longer queue is reported with this length. */
export const LONGEST_COUNTED = 10_000;

export interface Queue {
  /** The number of waiting items. Work is included only once it is due. */
  readonly size: number;
  /** How long the oldest item in the queue has waited; 0 if the queue is empty. */
  readonly oldestSeconds: number;
}

export type Queues = Readonly<Record<QueueName, Queue>>;

/** Reports how much work and how many cases are waiting, for all instances together. */
export interface Backlog {
  queues(at: Moment): Promise<Queues>;
  /** When a worker of any instance last began a recurring duty, in real time; null if none has ever begun one. */
  lastDutyAt(): Promise<Date | null>;
}
