/** Means "nothing to do". It is a date, so that a simple range query on the index is enough. */
export const never = new Date('9999-12-31T00:00:00Z');
