/** How long an embed may take to show that it is alive, in milliseconds. */
export const PATIENCE_MS = 8000
