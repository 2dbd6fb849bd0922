import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ServerBuild } from 'react-router'
import { FEATURES } from '#app/features/all-features.server.ts'
import { nameWords } from '#app/features/back-office/changes.server.ts'
import { operatorAccess } from '#app/features/operators/operators.server.ts'
import { type Change, findChange } from '#app/platform/change/change.server.ts'
import { previewChange, withoutTrace } from '#app/platform/change/preview.server.ts'
import type { Previewed } from '#app/platform/feature/define-feature.server.ts'
import { MAX_BODY_BYTES } from '#app/platform/http/openapi.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { may } from '#app/shared/may.ts'
import { fieldLabel } from '#app/shared/record-fields.ts'
import type { Refusal } from '#app/shared/refusal.ts'
import { contentSecurityPolicy } from './middleware/content-security-policy.ts'
import { fallbackPage } from './middleware/fallback-page.ts'
import { refuseNulInForm } from './middleware/refuse-nul.ts'
import { pageMatcher } from './page-cache/page-match.ts'
import { pageRenderer } from './page-cache/page-renderer.ts'
import { previewPage } from './preview-page.ts'

/** Every page of the back office whose forms have a preview. */
export const PREVIEWED = FEATURES.flatMap(({ previews }): readonly Previewed[] => previews)

const TOO_LARGE = {
  title: 'That’s too much at once',
  sentence: 'A form can send up to 1 MB. Shorten what you wrote in the other tab, and press Preview again.',
}

const SIGNED_OUT = {
  title: 'Please sign in again',
  sentence: 'Your session has ended. Sign in, then press Preview again. What you typed is still in the other tab.',
}

const UNREADABLE = { title: 'This form can’t be read', sentence: 'Load its page again, and press Preview there.' }

const RETIRED = {
  title: 'This home is retired',
  sentence: 'It has no page. Guests who open its address are led to the other homes.',
}

const LATER = {
  title: 'There’s no preview right now',
  sentence: 'Please press Preview again in a moment. What you typed is still in the other tab.',
}

/** The back office shows it beside the form. */
const OWN_FRAME = "frame-ancestors 'self'"

/** Its own tab can open pages. Nothing in it runs a script or sends a form, frames included. */
const SANDBOX = 'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** The problem, in the words of the form. The input may be in it. */
function refusedPage(
  refusal: Pick<Refusal, 'status' | 'message' | 'fields'>,
  { fields = {} }: Pick<Change, 'fields'>,
  link: { to: string; words: string },
) {
  const points = Object.entries(refusal.fields ?? {}).map(([name, words]) =>
    [fieldLabel(fields, name) || nameWords(name), words].join(': '),
  )
  return fallbackPage(refusal.status, {
    title: 'There’s no preview yet',
    sentence: 'Please look at this in the other tab. What you typed is still there.',
    points: points.length > 0 ? points : refusal.message.split('\n'),
    link,
  })
}

/**
 * The guests’ page as a form would change it, for operators. The change is made in a transaction, the page is rendered
 * in it, and all of it is rolled back.
 */
export function previews(services: Services, build: ServerBuild): Hono {
  const { config } = services
  const access = operatorAccess(services)
  const matchOf = pageMatcher(build)

  async function rendered(
    context: Context,
    inside: Services,
    { path, bar }: { path: string; bar: Parameters<typeof previewPage>[1] },
  ): Promise<Response> {
    const request = new Request(new URL(path, config.siteUrl), {
      headers: { cookie: context.req.header('cookie') ?? '' },
    })
    const page = await pageRenderer(inside, build)(context, request, matchOf(path))
    if (page.status >= 300 && page.status < 400) return fallbackPage(409, { ...RETIRED, framedBy: OWN_FRAME })
    if (page.status > 404) return fallbackPage(page.status, { ...LATER, framedBy: OWN_FRAME })
    const html = 'html' in page ? Buffer.from(page.html).toString() : await page.text()
    const policy = contentSecurityPolicy(config, { script: [], frame: [], connect: [] }, { hashes: [] })
    return new Response(previewPage(html, bar), {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `${policy.replace("frame-ancestors 'none'", OWN_FRAME)}; ${SANDBOX}`,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
      },
    })
  }

  const limit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => fallbackPage(413, TOO_LARGE) })
  const app = new Hono()
  for (const { form: address, changes, seenAt, prepare, isFramed } of PREVIEWED) {
    app.post(`${address}/preview`, limit, refuseNulInForm, async (context) => {
      const to = context.req.path.replace(/\/preview$/, '')
      const by = await access.findOperator(context.req.raw.headers)
      const signIn = { to: `/sign-in?to=${encodeURIComponent(to)}`, words: 'Sign in' }
      if (!by) return fallbackPage(401, { ...SIGNED_OUT, link: signIn })
      const form = await context.req.formData().catch(() => null)
      const found = form && findChange(changes, form)
      if (!form || !found) return fallbackPage(400, UNREADABLE)
      const params = context.req.param() as Record<string, string>
      const posted = { services, by, form, params }
      const outcome = await previewChange(found.change, posted, async (inside, subjectId) => {
        await prepare?.(inside)
        const path = await seenAt(params, found.intent, { services: inside, subjectId })
        // Values for search engines are nowhere else.
        return rendered(context, inside, { path, bar: { isOpen: found.intent === 'search' } })
      })
      return outcome.ok ? outcome.shown : refusedPage(outcome, found.change, { to, words: 'Open the form here' })
    })
    if (!isFramed) continue
    app.get(`${address}/preview`, async (context) => {
      const by = await access.findOperator(context.req.raw.headers)
      if (!by || !may(by, 'content:read')) return fallbackPage(401, { ...SIGNED_OUT, framedBy: OWN_FRAME })
      return withoutTrace(services, async (inside) => {
        await prepare?.(inside)
        const made = { services: inside, subjectId: undefined }
        const path = await seenAt(context.req.param(), context.req.query('part') ?? '', made)
        return rendered(context, inside, { path, bar: null })
      })
    })
  }
  return app
}
