import type { Tracing } from '../../../ports/tracing.ts';

/** Records nothing: work is only done. */
export const untraced: Tracing = {
  step: (_, work) => work(),
  note: () => {},
  link: () => {},
  position: () => undefined,
  stop: async () => {},
};
