import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { IssueText } from '#app/features/newsletter/issues.ts'
import { issueForm } from '#app/features/newsletter/manage/issues.changes.server.ts'
import { getIssue } from '#app/features/newsletter/manage/issues-page.server.ts'
import { sampleMail } from '#app/features/newsletter/send-issues.server.ts'
import { operatorAccess } from '#app/features/operators/operators.server.ts'
import { markdownProblem } from '#app/features/site/markdown.server.ts'
import { NOT_ALLOWED } from '#app/platform/change/change.server.ts'
import { MAX_BODY_BYTES } from '#app/platform/http/openapi.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { may } from '#app/shared/may.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { fallbackPage } from './middleware/fallback-page.ts'
import { refuseNulInForm } from './middleware/refuse-nul.ts'

const TITLE = 'There’s no preview yet'
const IN_OTHER_TAB = 'Please look at this in the other tab. What you typed is still there.'
const BACK = { to: '/admin/newsletter', words: 'Newsletter' }

/** Nothing in the email runs. It loads images of this site only, and its links open tabs of their own. */
const POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
].join('; ')

/** The email of an issue as readers get it, for operators: as stored, or as typed. */
export function newsletterPreview(services: Services): Hono {
  const access = operatorAccess(services)

  async function refusalOf(context: Context): Promise<Response | null> {
    const by = await access.findOperator(context.req.raw.headers)
    if (by) return may(by, 'content:read') ? null : fallbackPage(403, { title: TITLE, sentence: NOT_ALLOWED.message })
    const link = { to: `/sign-in?to=${encodeURIComponent('/admin/newsletter')}`, words: 'Sign in' }
    return fallbackPage(401, { title: 'Please sign in again', sentence: 'Your session has ended.', link })
  }

  async function shown(text: IssueText): Promise<Response> {
    // Its own images are those of this address, whatever the site's is.
    const { html } = await sampleMail(services, text, { to: 'reader@example.com', siteUrl: '' })
    return new Response(html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
      },
    })
  }

  const app = new Hono()
  app.get('/admin/newsletter/:issue/preview', async (context) => {
    const refusal = await refusalOf(context)
    if (refusal) return refusal
    const id = context.req.param('issue')
    const issue = isUuid(id) ? await getIssue(services, { id, timeZone: 'UTC' }) : null
    return issue
      ? shown(issue.text)
      : fallbackPage(404, { title: TITLE, sentence: 'This newsletter is gone.', link: BACK })
  })
  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => fallbackPage(413, { title: TITLE, sentence: 'A form can send up to 1 MB.', link: BACK }),
  })
  for (const path of ['/admin/newsletter/preview', '/admin/newsletter/:issue/preview']) {
    app.post(path, limit, refuseNulInForm, async (context) => {
      const refusal = await refusalOf(context)
      if (refusal) return refusal
      const form = await context.req.formData().catch(() => null)
      const typed = issueForm.safeParse(Object.fromEntries(form ?? []))
      const points = typed.success
        ? [await markdownProblem(services.db, typed.data.body)].flatMap((problem) => problem ?? [])
        : typed.error.issues.map(({ message }) => message)
      if (!typed.success || points.length > 0) {
        return fallbackPage(400, { title: TITLE, sentence: IN_OTHER_TAB, points, link: BACK })
      }
      return shown(typed.data)
    })
  }
  return app
}
