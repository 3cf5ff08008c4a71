import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { kassa } from './kassa.ts';

const placeFile = '.kassa/place-in-events';

// #region follow
// Run it every minute: it goes on where it stopped, and finds what no webhook brought.
const seen = new Set<string>(); // your table of handled event_ids
let after = existsSync(placeFile) ? readFileSync(placeFile, 'utf8') : undefined;

for (;;) {
  const page = await kassa.events.list(after === undefined ? {} : { after });
  for (const { event } of page.events) {
    if (seen.has(event.event_id)) continue;
    console.log(event.event_type, event.data.merchant_transaction_id);
    seen.add(event.event_id);
  }
  // An event can appear up to 40 s late among others, so the place to resume at stays behind the newest.
  if (page.next === null) {
    if (page.resume_after !== null) writeFileSync(placeFile, page.resume_after);
    break;
  }
  after = page.next;
}
// #endregion follow
