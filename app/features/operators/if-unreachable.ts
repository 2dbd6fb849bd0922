import { isRouteErrorResponse } from 'react-router'

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
