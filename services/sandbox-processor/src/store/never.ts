/** The stored time of something that never becomes due. It is a real date, so that a simple range query on the index works. */
export const never = new Date('9999-12-31T00:00:00Z');
