import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { ACCOUNT, maySee, phoneTabsFor, placeOf, placesFor } from '#app/features/back-office/places.ts'
import type { Rail } from '#app/features/back-office/rail.ts'
import type { Scope } from '#app/shared/roles.ts'

type Props = {
  brand: string
  operator: string | null
  scopes: readonly Scope[]
  rail: Rail
  /** What stands below the places. */
  children: ReactNode
}

/** Every place of the back office. On a phone it is a bar of tabs at the bottom, and More has the rest. */
export function AdminRail({ brand, operator, scopes, rail, children }: Props) {
  const { pathname } = useLocation()
  const groups = placesFor({ scopes })
  const homes = rail.homes.map(({ slug, ...home }) => ({ ...home, to: `/admin/homes/${slug}` }))
  const pages = groups.flatMap(({ places }) => places.flatMap((place) => place.pages.map(({ to }) => to)))
  const here = placeOf(pathname, [...pages, ...homes.map(({ to }) => to)])
  const tabs = phoneTabsFor({ scopes })
  const isUnderMore = !tabs.some((to) => placeOf(pathname, [to]))
  return (
    <header className="admin-rail">
      <a href="/" className="brand admin-brand on-night">
        <span>{brand}</span>
      </a>
      <nav ref={useCurrentInView()} aria-label="Back office" className="admin-places on-night">
        {groups.map(({ title, places }) => (
          <div key={title} className="place-group">
            {title !== 'Every day' && <p className="place-group-title">{title}</p>}
            {title === 'Homes' &&
              homes.map(({ to, name, isVacant }) => (
                <Link key={to} to={to} prefetch="intent" aria-current={to === here ? 'page' : undefined}>
                  <span className="place-pane" data-vacant={isVacant || undefined} />
                  <span className="place-name" title={name}>
                    {name}
                  </span>
                  {isVacant && <span className="sr-only">, vacant tonight</span>}
                </Link>
              ))}
            {places.map(({ to, label, pages: own }) => (
              <Link
                key={to}
                to={to}
                prefetch="intent"
                data-tab={tabs.includes(to) || undefined}
                aria-current={own.some((page) => page.to === here) ? 'page' : undefined}
              >
                <PlaceIcon to={to} />
                <span className="place-name">{label}</span>
                <Waiting count={rail.waiting[to]} />
              </Link>
            ))}
          </div>
        ))}
        <Link to="/admin/more" data-tab="more" aria-current={isUnderMore ? 'page' : undefined}>
          <PlaceIcon to="/admin/more" />
          <span className="place-name">More</span>
        </Link>
      </nav>
      {children}
      {maySee({ scopes }, ACCOUNT.to) && (
        <div className="admin-operator on-night">
          <Link to={ACCOUNT.to}>{operator ?? ACCOUNT.label}</Link>
          <a href="/">View site</a>
          {operator && (
            <form method="post" action="/sign-out">
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
  if (!group || group.title === 'Every day') return null
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

/** The icons of the places, by the first page of each: one stroke in a square of 24. */
const ICONS: Record<string, string> = {
  '/admin': 'M12 4v2.5M5.3 8.3 7 9.8M18.7 8.3 17 9.8M3 18h18M7 18a5 5 0 0 1 10 0',
  '/admin/bookings': 'M5 4.5h14v15H5zM8.5 9h7M8.5 12h7M8.5 15h4',
  '/admin/calendar': 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8M8 14h3v3H8z',
  '/admin/inbox': 'M4 13.5 6.5 5h11L20 13.5V19H4zM4 13.5h4.5l1.2 2.5h4.6l1.2-2.5H20',
  '/admin/turnovers': 'M5 11a7 7 0 0 1 12-4l2.5 2.5M19.5 5v4.5H15M19 13a7 7 0 0 1-12 4l-2.5-2.5M4.5 19v-4.5H9',
  '/admin/homes': 'M4 11.5 12 5l8 6.5M6 10v9.5h12V10M10 19.5V14h4v5.5',
  '/admin/money': 'M3.5 7h17v10h-17zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM6.5 12h0M17.5 12h0',
  '/admin/money/lodging-tax': 'M6 4.5h12v15l-3-1.75-3 1.75-3-1.75-3 1.75zM9.5 9h5M9.5 12.5h5',
  '/admin/money/business': 'M4 19.5h16M6.5 16.5v-4M10.5 16.5v-8M14.5 16.5v-6M18.5 16.5V6',
  '/admin/money/owners': 'M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 19.5a7 7 0 0 1 14 0',
  '/admin/money/bookkeeping':
    'M12 6.5v13M12 6.5C10 5 7 4.8 4 5.5v12.8c3-.7 6-.5 8 1.2 2-1.7 5-1.9 8-1.2V5.5c-3-.7-6-.5-8 1z',
  '/admin/messages': 'M4 5h16v11.5h-9L7 20v-3.5H4z',
  // Of whoever may not change the messages of the site.
  '/admin/decline-texts': 'M4 5h16v11.5h-9L7 20v-3.5H4z',
  '/admin/reviews': 'm12 4.5 2.3 4.8 5.2.7-3.8 3.6.9 5.2-4.6-2.5-4.6 2.5.9-5.2L4.5 10l5.2-.7z',
  '/admin/newsletter': 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5',
  '/admin/giveaway':
    'M4.5 12h15v7.5h-15zM3.5 8h17v4h-17zM12 8v11.5M12 8C9 8 7.5 6.8 7.5 5.5S10.5 3.5 12 8c1.5-4.5 4.5-3.8 4.5-2.500S15 8 12 8z',
  '/admin/set-up': 'M4 6.5l1.5 1.5 2.5-3M4 13l1.5 1.5 2.5-3M4 19h3M11 6.500h9M11 13h9M11 19h9',
  '/admin/site': 'M4 5h16v14H4zM4 9h16M7 7h0',
  '/admin/people':
    'M9 11.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.5 18.500a5.5 5.5 0 0 1 11 0M15.5 5.800a3 3 0 0 1 0 5.400M17 13.500a5.5 5.5 0 0 1 3.5 5',
  '/admin/calendars': 'M9 4v4M15 4v4M6.5 8h11v3a5.5 5.5 0 0 1-11 0zM12 16.500v4',
  '/admin/history': 'M4.5 12a7.5 7.5 0 1 0 2.2-5.300L4.5 9M4.5 5v4h4M12 8v4.500l3 1.75',
  '/admin/more': 'M5 12h0M12 12h0M19 12h0',
}

function PlaceIcon({ to }: { to: string }) {
  return (
    <svg viewBox="0 0 24 24" className="place-icon" aria-hidden="true">
      <path d={ICONS[to]} />
    </svg>
  )
}
