import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { apiApp, jsonResponse, problemResponses, problemSchema } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { problemOf } from '#app/shared/refusal.ts'
import type { createUploads } from './store-upload.server.ts'
import { IMAGE_NAMES } from './uploads/accepted-images.ts'
import { refuseUpload, UPLOAD_REFUSALS, type UploadReason } from './uploads/upload-refusals.ts'

const formSchema = z.object({
  file: z.string().openapi({ format: 'binary', description: `At most 10 MB: ${IMAGE_NAMES}` }),
})

const uploadSchema = z
  .object({ url: z.string(), width: z.int(), height: z.int() })
  .openapi('Upload', { description: 'The path of the stored image and its size in pixels' })

/** The error codes for each status. */
function refusals() {
  const codes = Map.groupBy(Object.keys(UPLOAD_REFUSALS) as UploadReason[], (reason) => refuseUpload(reason).status)
  const answers = [...codes].map(([status, reasons]) => {
    const description = `The upload is refused: ${reasons.join(', ')}`
    return [status, jsonResponse(problemSchema, description)]
  })
  return Object.fromEntries(answers) as Record<number, ReturnType<typeof jsonResponse<typeof problemSchema>>>
}

const uploadRoute = createRoute({
  method: 'post',
  path: '/api/objects/upload',
  summary: 'Stores an image, to be attached to a property later',
  request: { body: { required: true, content: { 'multipart/form-data': { schema: formSchema } } } },
  responses: {
    200: jsonResponse(uploadSchema, 'The image is stored: rotated upright, converted to sRGB, without metadata'),
    ...problemResponses(401, 429),
    ...refusals(),
  },
})

/** The upload endpoint: one file in the field `file`. */
export function uploadApi(
  services: Pick<Services, 'config' | 'limits'>,
  access: OperatorAccess,
  uploads: ReturnType<typeof createUploads>,
): OpenAPIHono {
  const api = apiApp()
  // Only described by the route: its validator would read the whole form into memory.
  api.openAPIRegistry.registerPath(uploadRoute)
  api.post(uploadRoute.path, rateLimit(services, 'uploads'), operatorOnly(access, 'content:write'), async (context) => {
    const upload = await uploads.store(context.req.raw)
    if (upload.ok) return context.json({ url: upload.url, width: upload.width, height: upload.height })
    // A client that stalls may be gone: wait for nothing else on this connection.
    if (upload.reason === 'upload-stalled') context.header('connection', 'close')
    if (upload.reason === 'storage-away') context.header('retry-after', '5')
    return context.json(problemOf(upload), upload.status as ContentfulStatusCode)
  })
  return api
}
