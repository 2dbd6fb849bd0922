/** Whether the open page is loaded again by itself, and whether that failed. The page then stays as it is. */
export const pageRefresh = { isUnderway: false, hasFailed: false }
