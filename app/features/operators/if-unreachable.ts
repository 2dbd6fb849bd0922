import { isRouteErrorResponse } from 'react-router'

/** What the server answers to a form; `answer` where a broken connection kept the form from it. */
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
