/** What a merchant’s ID looks like, as the helps say it. */
export const merchantIdForm = 'like mer_3vQ8x0Yb2LkT9sWd';
