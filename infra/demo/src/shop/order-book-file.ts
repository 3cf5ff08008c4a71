import { DemoError } from '../demo-error.ts';
import { readPrivateFile, writePrivateFile } from '../private-files.ts';
import { OrderBook, type OrderBookContent } from './order-book.ts';

/**
 * Opens the order book: the shop's list of orders and events, stored in a JSON file. If there is no file yet, the list is
 * empty.
 *
 * @throws {DemoError} when the file is damaged
 */
export function openOrderBook(file: string): OrderBook {
  const kept = readPrivateFile(file);
  const content = kept === undefined ? { orders: [], events: [] } : contentIn(kept, file);
  return new OrderBook(content, (changed) => writePrivateFile(file, JSON.stringify(changed)));
}

function contentIn(text: string, file: string): OrderBookContent {
  try {
    return JSON.parse(text) as OrderBookContent;
  } catch (cause) {
    throw new DemoError(
      `The list of the shop’s orders in ${file} is damaged. Remove this file to begin anew.`,
      {
        cause,
      },
    );
  }
}
