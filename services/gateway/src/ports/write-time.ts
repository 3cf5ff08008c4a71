/**
 * When a write takes effect: at once, or a moment later, to share its command with other writes. If the process dies in this
 * moment, the write is not made. So a write may wait only if nobody needs its effect and the recurring duties make up for it.
 */
export type WriteTime = 'at_once' | 'soon';
