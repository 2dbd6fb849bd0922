import { CONFIRM } from '#app/shared/change-answer.ts'

/** In the form of an irreversible change: an operator who signed in long ago confirms the password first. */
export const ConfirmField = () => <input type="hidden" name={CONFIRM} value="yes" />
