import type { Moment } from './clock.ts';

/** Queues of work that workers do. */
export const workQueues = ['orders', 'webhooks', 'callbacks'] as const;

/** Queues of what waits for an operator: cases of orders and of callbacks, and events whose delivery was given up. */
export const operatorQueues = ['order_cases', 'callback_cases', 'undelivered_events'] as const;

export type QueueName = (typeof workQueues)[number] | (typeof operatorQueues)[number];

/** The longest queue that is counted exactly. A longer one is reported as this long. */
export const LONGEST_COUNTED = 10_000;

export interface Queue {
  /** How much is waiting: of work, only what is due. */
  readonly size: number;
  /** How long the first in the queue has waited; 0 if the queue is empty. */
  readonly oldestSeconds: number;
}

export type Queues = Readonly<Record<QueueName, Queue>>;

/** Says how much work and how many cases wait, over all instances. */
export interface Backlog {
  queues(at: Moment): Promise<Queues>;
  /** When a worker of any instance last began a recurring duty; null if none ever did. In real time. */
  lastDutyAt(): Promise<Date | null>;
}
