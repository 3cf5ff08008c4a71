import { readPrivateFile, writePrivateFile } from '../private-files.ts';
import { OrderBook, type OrderBookContent } from './order-book.ts';

/**
 * Opens the order book: the shop's list of orders and events, stored in a JSON file. If there is no file yet, the list is
 * empty.
 */
export function openOrderBook(file: string): OrderBook {
  const kept = readPrivateFile(file);
  const content: OrderBookContent =
    kept === undefined ? { orders: [], events: [] } : (JSON.parse(kept) as OrderBookContent);
  return new OrderBook(content, (changed) => writePrivateFile(file, JSON.stringify(changed)));
}
