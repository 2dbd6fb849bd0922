/** What each newsletter of the demo says of itself. Going live removes a draft as long as it does. */
export const SAMPLE_LETTER = 'This is a sample newsletter. Going live removes it.'
