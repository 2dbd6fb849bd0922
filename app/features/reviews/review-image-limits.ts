/** How many photos a guest can add to a review. */
export const MOST_REVIEW_IMAGES = 5
