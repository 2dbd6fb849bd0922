import { CONFIRM } from '#app/shared/change-answer.ts'

/** In the form of a change that cannot be undone: who signed in long ago does so again first. */
export const ConfirmField = () => <input type="hidden" name={CONFIRM} value="yes" />
