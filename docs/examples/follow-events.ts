import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { kassa } from './kassa.ts';

const placeFile = '.kassa/place-in-events';

const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());

// #region follow
// It brings what no webhook brought. Started again, it goes on where it stopped.
const seen = new Set<string>(); // your table of handled event_ids
const after = existsSync(placeFile) ? readFileSync(placeFile, 'utf8') : null;

for await (const { event, resume_after } of kassa.events.follow({ after }, { signal: ending.signal })) {
  if (!seen.has(event.event_id)) console.log(event.event_type, event.data.merchant_transaction_id);
  seen.add(event.event_id);
  // An event can appear up to 40 s late among others, so the place to resume at stays behind the newest.
  if (resume_after !== null) writeFileSync(placeFile, resume_after);
}
// #endregion follow
