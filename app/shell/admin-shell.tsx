import { useEffect, useState } from 'react'
import { Form, isRouteErrorResponse, type ShouldRevalidateFunctionArgs, useMatches } from 'react-router'
import { ChangeBar } from '#app/features/back-office/change-bar.tsx'
import { dataVersionContext, readDataVersion } from '#app/features/back-office/event-stream/data-version.server.ts'
import { useFreshData } from '#app/features/back-office/event-stream/use-fresh-data.ts'
import { findNotice } from '#app/features/back-office/history.server.ts'
import type { ChangeNotice } from '#app/features/back-office/history.ts'
import { maySee } from '#app/features/back-office/page-scopes.ts'
import { getRail } from '#app/features/back-office/rail.server.ts'
import type { Rail } from '#app/features/back-office/rail.ts'
import { requirePageScope } from '#app/features/back-office/require-page-scope.server.ts'
import { offerResubmit } from '#app/features/operators/resubmit-form.server.tsx'
import { SessionDialog, staySignedOut } from '#app/features/operators/session-dialog.tsx'
import { getNextStep } from '#app/features/set-up/next-step.server.ts'
import type { NextStep } from '#app/features/set-up/set-up.ts'
import { useRootData } from '#app/features/site/root-data.ts'
import { getSite } from '#app/features/site/site.server.ts'
import { operatorContext, requireOperator } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { removeOfflineCopy } from '#app/shared/browser/offline-copy.ts'
import type { AdminHandle, PageHandle } from '#app/shared/page-handle.ts'
import { CHANGED } from '#app/shared/paths/changed-path.ts'
import type { Scope } from '#app/shared/roles.ts'
import styles from '#app/styles/app.css?url'
import type { Route } from './+types/admin-shell.ts'
import { FormNotSent, stayOnFailedForm } from './admin-forms.tsx'
import { AdminKeys, SEARCH_ID } from './admin-keys.tsx'
import { AdminRail, PlaceTabs } from './admin-rail.tsx'
import { OfflineNotice } from './offline.tsx'
import { PageWithAnswer } from './page-with-answer.tsx'
import '#app/features/back-office/history.css'
import '#app/features/back-office/today.css'
import '#app/features/bookings/manage/manage-booking.css'
import '#app/features/reports/reports.css'
import '#app/features/bookings/manage/manage-forms.css'
import './admin.css'
import './admin-frame.css'
import './admin-notices.css'
import './admin-rail.css'

export const handle: PageHandle = { perRequest: true }

/** They run before any loader or action of a page. */
export const middleware: Route.MiddlewareFunction[] = [
  offerResubmit(styles),
  requireOperator,
  requirePageScope,
  readDataVersion,
]

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  stayOnFailedForm,
  staySignedOut,
] as Route.ClientMiddlewareFunction[]

export async function loader({ url, context }: Route.LoaderArgs) {
  const by = context.get(operatorContext)
  const services = context.get(servicesContext)
  const { pathname, searchParams } = url
  const notice = await findNotice(services, { id: searchParams.get(CHANGED), by })
  const { brand } = await getSite(services)
  const next = notice && (await getNextStep(services, pathname))
  const version = context.get(dataVersionContext)
  return { operator: by.name, scopes: by.scopes, brand, notice, next, version, rail: await getRail(services, by) }
}

/** The frame stays while a page changes only its own content. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSame = currentUrl.pathname === nextUrl.pathname && !formMethod
  const changes = [currentUrl, nextUrl].map(({ searchParams }) => searchParams.get(CHANGED))
  return isSame && changes[0] === changes[1] ? false : defaultShouldRevalidate
}

export const headers = () => ({ 'cache-control': 'no-store' })

/** The frame has the metadata of a private page. */
export const meta = () => []

type FrameProps = {
  title: string
  /** The current brand; null for that of the document. */
  brand: string | null
  operator: string | null
  scopes: readonly Scope[]
  rail: Rail
  notice: ChangeNotice | null
  next: NextStep | null
  children: React.ReactNode
}

/** The pages on which a guest waits for an answer. Their numbers are in the title of the tab, and on the app’s icon. */
const RINGING = ['/admin/bookings', '/admin/inbox']

/** Shows the number on the icon of the installed app. Browsers without one do nothing. */
function useAppBadge(count: number) {
  useEffect(() => {
    if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => {})
  }, [count])
}

/** Today stays on no device of somebody who may not see it. */
function useNoHiddenCopy(scopes: readonly Scope[]) {
  const seesToday = maySee({ scopes }, '/admin')
  useEffect(() => void (seesToday || removeOfflineCopy()), [seesToday])
}

/** The frame of the back office: places, the operator, search. */
function Frame({ title, brand, operator, scopes, rail, notice, next, children }: FrameProps) {
  const { site } = useRootData()
  const name = brand ?? site.brand
  const [showsKeys, setShowsKeys] = useState(false)
  const waiting = RINGING.reduce((sum, page) => sum + (rail.waiting[page] ?? 0), 0)
  useAppBadge(waiting)
  return (
    <div className="admin">
      <title>{`${waiting > 0 ? `(${waiting}) ` : ''}${title} | ${name}`}</title>
      <meta name="robots" content="noindex, nofollow" />
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <AdminRail brand={name} operator={operator} scopes={scopes} rail={rail} onKeys={() => setShowsKeys(true)}>
        <div className="admin-notices">
          <OfflineNotice />
          <FormNotSent />
          <ChangeBar notice={notice} next={next} />
        </div>
      </AdminRail>
      {maySee({ scopes }, '/admin/search') && <SearchForm />}
      <main id="main" tabIndex={-1} className="admin-main">
        <PlaceTabs scopes={scopes} />
        {children}
      </main>
      <SessionDialog />
      <AdminKeys scopes={scopes} isOpen={showsKeys} setIsOpen={setShowsKeys} />
    </div>
  )
}

function SearchForm() {
  return (
    <Form action="/admin/search" role="search" className="admin-search">
      <input
        id={SEARCH_ID}
        type="search"
        name="q"
        aria-label="Search guests, references, homes, and pages"
        placeholder="Search or jump to"
        aria-keyshortcuts="/ Control+K"
        autoComplete="off"
      />
      <span aria-hidden="true" className="admin-search-key">
        /
      </span>
    </Form>
  )
}

function usePage(): { title: string; shows: AdminHandle['shows'] } {
  const page = useMatches().at(-1)
  const { title = '', shows } = (page?.handle as AdminHandle | undefined) ?? {}
  return { title: typeof title === 'string' ? title : title(page?.loaderData as never), shows }
}

export default function AdminShell({ loaderData }: Route.ComponentProps) {
  const { version, ...frame } = loaderData
  const { title, shows = [] } = usePage()
  const rail = useFreshData({ version, rail: frame.rail, shows })
  useNoHiddenCopy(frame.scopes)
  return (
    <Frame {...frame} title={title} rail={rail}>
      <PageWithAnswer />
    </Frame>
  )
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const title = isMissing ? 'Not found' : 'Something went wrong'
  return (
    <Frame
      title={title}
      brand={loaderData?.brand ?? null}
      operator={loaderData?.operator ?? null}
      scopes={loaderData?.scopes ?? []}
      rail={loaderData?.rail ?? { properties: [], waiting: {} }}
      notice={null}
      next={null}
    >
      <h1>{title}</h1>
      <p>
        {isMissing
          ? 'There is nothing at this address. It may have been removed, or the link has a typo.'
          : 'This page can’t be shown right now. The site or its database may be away for a moment. If trying again doesn’t help, look at the log of the site.'}
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        {!isMissing && (
          // biome-ignore lint/a11y/useValidAnchor: an empty href is the page itself
          <a className="button button-ember" href="">
            Try again
          </a>
        )}
        <a className="button button-outline" href="/admin">
          Go to Today
        </a>
      </p>
    </Frame>
  )
}
