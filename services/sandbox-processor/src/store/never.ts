/** Stands for "nothing to do": a date, so that the index on it serves one simple range query. */
export const never = new Date('9999-12-31T00:00:00Z');
