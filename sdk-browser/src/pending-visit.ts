import { tabMemory } from './tab-memory.ts';

/**
 * The processor's page to which this tab sent the consumer, as long as there is no result. A consumer who came back with the
 * Back button can continue there; a submitted attempt cannot be replaced by another.
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
