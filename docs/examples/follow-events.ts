import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { kassa } from './kassa.ts';

const placeFile = '.kassa/place-in-events';

const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());

// #region follow
// Finds events whose webhooks never arrived. After a restart, the program continues at the position that it stored.
const seen = new Set<string>(); // your table of handled event_ids
const after = existsSync(placeFile) ? readFileSync(placeFile, 'utf8') : null;

for await (const { event, resume_after } of kassa.events.follow({ after }, { signal: ending.signal })) {
  if (!seen.has(event.event_id)) console.log(event.event_type, event.data.merchant_transaction_id);
  seen.add(event.event_id);
  // Store the position from which to continue after a restart. The gateway keeps this position 40 s behind the newest event,
  // because events can enter the log late.
  if (resume_after !== null) writeFileSync(placeFile, resume_after);
}
// #endregion follow
