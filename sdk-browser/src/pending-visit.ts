import { tabMemory } from './tab-memory.ts';

/**
 * The processor's page that the consumer was sent to without a result yet. A consumer who pressed Back can continue
 * there, because a submitted attempt cannot be replaced by another.
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
