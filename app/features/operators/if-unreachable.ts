import { isRouteErrorResponse } from 'react-router'
import { UNREACHABLE } from '#app/shared/problem.ts'

/** The server's answer to a form; `answer` if a broken connection prevented it. */
export async function ifUnreachable<Served, Answer>(
  serverAction: () => Promise<Served>,
  answer: Answer,
): Promise<Served | Answer> {
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response || isRouteErrorResponse(error)) throw error
    return answer
  }
}

/** What a form with a name and passwords shows when it did not reach the server. The name is as it was typed. */
export const unreachableWithName = (typed: FormData) => ({
  message: UNREACHABLE,
  fields: {},
  values: { username: String(typed.get('username') ?? '') },
})

/** Sends a form with a name and passwords. A broken connection leaves it as it is. */
export async function sendWithName<Served>(form: { request: Request; serverAction: () => Promise<Served> }) {
  const typed = await form.request.clone().formData()
  return ifUnreachable(form.serverAction, unreachableWithName(typed))
}
