/** Output helpers of the two command lines `kassa` and `kassa-admin`. */
export { readDuration, spokenDuration } from './durations.ts';
export { faultLines } from './fault-lines.ts';
export { jsonLine, jsonText } from './json-text.ts';
export {
  amountTable,
  type Cell,
  type CellText,
  layOut,
  moreText,
  printable,
  table,
} from './text-layout.ts';
