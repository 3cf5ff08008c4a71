/**
 * The time that is stored for something that never becomes due. A real date far in the future allows a simple range query on
 * the index.
 */
export const never = new Date('9999-12-31T00:00:00Z');
