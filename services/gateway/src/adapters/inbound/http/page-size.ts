const DEFAULT_PAGE_SIZE = 50;

/** How many a list is to show; the form was validated already. */
export function pageSizeOf(limit: string | undefined): number {
  return limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit);
}
