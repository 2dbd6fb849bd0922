import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { MORE, phoneTabsFor, placeOf, placesFor } from '#app/features/back-office/places.ts'
import type { Rail } from '#app/features/back-office/rail.ts'
import { removeOfflineCopy } from '#app/shared/browser/offline-copy.ts'
import type { Scope } from '#app/shared/roles.ts'

type Props = {
  brand: string
  operator: string | null
  scopes: readonly Scope[]
  rail: Rail
  /** Shows the list of keys. */
  onKeys: () => void
  /** What stands below the places. */
  children: ReactNode
}

/** Every place of the back office. On a phone it is a bar of tabs at the bottom, and More has the rest. */
export function AdminRail({ brand, operator, scopes, rail, onKeys, children }: Props) {
  const { pathname } = useLocation()
  const groups = placesFor({ scopes })
  const properties = rail.properties.map(({ slug, ...property }) => ({ ...property, to: `/admin/homes/${slug}` }))
  const account = groups.flatMap(({ places }) => places).find(({ isAccount }) => isAccount)
  const pages = groups.flatMap(({ places }) => places.flatMap((place) => place.pages.map(({ to }) => to)))
  const here = placeOf(pathname, [...pages, ...properties.map(({ to }) => to)])
  const tabs = phoneTabsFor({ scopes })
  const isUnderMore = pathname === MORE.to || (here !== null && !tabs.includes(here))
  return (
    <header className="admin-rail">
      <a href="/" className="brand admin-brand on-night">
        <span>{brand}</span>
      </a>
      <nav ref={useCurrentInView()} aria-label="Back office" className="admin-places on-night">
        {groups.map(({ title, places, isDaily, listsProperties }) => (
          <div key={title} className="place-group">
            {!isDaily && <p className="place-group-title">{title}</p>}
            {listsProperties &&
              properties.map(({ to, name, isVacant }) => (
                <Link key={to} to={to} prefetch="intent" aria-current={to === here ? 'page' : undefined}>
                  <span className="place-pane" data-vacant={isVacant || undefined} />
                  <span className="place-name" title={name}>
                    {name}
                  </span>
                  {isVacant && <span className="sr-only">, vacant tonight</span>}
                </Link>
              ))}
            {places.map(({ to, label, icon, pages: own, isAccount }) =>
              isAccount ? null : (
                <Link
                  key={to}
                  to={to}
                  prefetch="intent"
                  data-tab={tabs.includes(to) || undefined}
                  aria-current={own.some((page) => page.to === here) ? 'page' : undefined}
                >
                  <PlaceIcon path={icon} />
                  <span className="place-name">{label}</span>
                  <Waiting count={rail.waiting[to]} />
                </Link>
              ),
            )}
          </div>
        ))}
        <Link to={MORE.to} data-tab="more" aria-current={isUnderMore ? 'page' : undefined}>
          <PlaceIcon path={MORE.icon} />
          <span className="place-name">{MORE.label}</span>
        </Link>
      </nav>
      {children}
      {account && (
        <div className="admin-operator on-night">
          <Link to={account.to}>{operator ?? account.label}</Link>
          <a href="/">View site</a>
          <button type="button" className="admin-keys-button" onClick={onKeys}>
            Keyboard shortcuts
          </button>
          {operator && (
            <form method="post" action="/sign-out" onSubmit={() => void removeOfflineCopy()}>
              <button type="submit">Sign out</button>
            </form>
          )}
        </div>
      )}
    </header>
  )
}

/** Scrolls the entry of the present page into the view of its navigation, without scrolling the page. */
function useCurrentInView() {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the page
  useEffect(() => {
    const links = nav.current?.querySelectorAll<HTMLElement>('[aria-current]') ?? []
    const current = [...links].find((link) => link.checkVisibility())
    if (!nav.current || !current) return
    const { offsetTop: top, offsetLeft: left, offsetHeight, offsetWidth } = current
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = nav.current
    const isInView =
      top >= scrollTop &&
      top + offsetHeight <= scrollTop + clientHeight &&
      left >= scrollLeft &&
      left + offsetWidth <= scrollLeft + clientWidth
    if (!isInView) nav.current.scrollTo({ top: top - clientHeight / 2, left: left - 16 })
  }, [pathname])
  return nav
}

function Waiting({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <span className="place-count">
      <span className="sr-only">, </span>
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}

/** The other pages of the place that the page is of. A phone has no rail: there they are those of the whole group. */
export function PlaceTabs({ scopes }: { scopes: readonly Scope[] }) {
  const { pathname } = useLocation()
  const nav = useCurrentInView()
  const isHere = ({ to }: { to: string }) => to === pathname
  const group = placesFor({ scopes }).find(({ places }) => places.some(({ pages }) => pages.some(isHere)))
  if (!group || group.isDaily) return null
  const tabs = group.places.flatMap(({ pages }) =>
    pages.map((page) => ({ ...page, isOfPlace: pages.length > 1 && pages.some(isHere) })),
  )
  if (tabs.length < 2) return null
  return (
    <nav
      ref={nav}
      aria-label={group.title}
      className="admin-tabs place-tabs"
      data-rail={tabs.some(({ isOfPlace }) => isOfPlace) || undefined}
    >
      {tabs.map(({ to, label, isOfPlace }) => (
        <Link
          key={to}
          to={to}
          prefetch="intent"
          data-rail={isOfPlace || undefined}
          aria-current={to === pathname ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function PlaceIcon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" className="place-icon" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
