import type { OpenAPIHono } from '@hono/zod-openapi'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { localDate } from '#app/shared/dates.ts'
import { exportPerson } from './export-person.server.ts'
import { personEmail } from './person.ts'

/** Everything stored about a person as a file, for whoever asked for their data. The address is posted, so no log has it. */
export function privacyApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.post('/admin/personal-data.json', operatorOnly(access, 'contacts:read'), async (context) => {
    const form = await context.req.formData().catch(() => null)
    const { data: email } = personEmail.safeParse(form?.get('email'))
    if (!email) return context.json({ code: 'invalid', message: 'That’s not an email address.' }, 400)
    const content = JSON.stringify(await exportPerson(services, email), null, 2)
    services.log.info({ event: 'privacy.person-exported', operator: context.get('operator').name }, 'person exported')
    return context.body(content, 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="personal-data-${localDate(services.clock.now())}.json"`,
      'cache-control': 'no-store',
    })
  })
  return api
}
