/**
 * When a write takes effect: immediately or, so that it can share a command with other writes, a little later. If the process
 * dies before that, the write is lost. So a write may be delayed only if nobody waits for its effect, and if the recurring
 * duties make up for a lost write.
 */
export type WriteTime = 'at_once' | 'soon';
