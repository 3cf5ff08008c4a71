/**
 * When a write takes effect: at once, or a moment later, so that it can share its command with other writes. If the process
 * dies before then, the write is lost. So a write may be delayed only if nobody needs its effect and the recurring duties make
 * up for a lost one.
 */
export type WriteTime = 'at_once' | 'soon';
