import type { Context, MiddlewareHandler } from 'hono'
import { NUL_REFUSED } from '#app/platform/http/openapi.server.ts'
import { refuseRequest } from './error-response.ts'

const REFUSED = { ...NUL_REFUSED, title: 'This can’t be read' }

/** Goes before everything that reads an address: 400 for the character NUL in path or query, which no database stores. */
export const refuseNulInAddress = (context: Context) =>
  context.req.url.includes('%00') ? refuseRequest(context, 400, REFUSED) : null

const hasNul = (text: string) => text.includes('\0')

/** The same for the fields of a form, once its size is limited. The content of a file may have any bytes. */
export const refuseNulInForm: MiddlewareHandler = async (context, next) => {
  const { raw, method } = context.req
  const form =
    method === 'POST'
      ? await raw
          .clone()
          .formData()
          .catch(() => null)
      : null
  const isRefused = [...(form ?? [])].some(
    ([name, value]) => hasNul(name) || hasNul(typeof value === 'string' ? value : value.name),
  )
  return isRefused ? refuseRequest(context, 400, REFUSED) : next()
}
