import { tabMemory } from './tab-memory.ts';

/**
 * Remembers the processor's page to which this tab sent the consumer, until the payment has a result. A consumer who came back
 * with the Back button must continue on that page, because a submitted attempt cannot be replaced.
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
