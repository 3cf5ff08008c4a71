import { tabMemory } from './tab-memory.ts';

/**
 * The processor's page that the consumer was sent to and has not returned from with a result. It lets a
 * consumer who pressed Back go on there: a submitted attempt cannot be swapped for another one.
 */
export interface PendingVisit {
  read(): string | null;
  begin(url: string): void;
  end(): void;
}

export function pendingVisitOf(orderId: string): PendingVisit {
  const key = `kassa.visit.${orderId}`;
  return {
    read: () => tabMemory.read(key),
    begin: (url) => void tabMemory.write(key, url),
    end: () => tabMemory.forget(key),
  };
}
