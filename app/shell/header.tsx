import { type MouseEvent, useEffect, useRef } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import type { RootData } from '#app/features/site/root-data.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Mark } from './logo.tsx'
import { useStayQuery } from './use-stay-query.ts'

const PROPERTIES = { to: '/#properties', label: 'Properties' }
const LINKS = [
  { to: '/contact', label: 'Contact' },
  { to: '/host-with-us', label: 'Host with Us' },
]

/**
 * On the home page Properties scrolls smoothly to its section; elsewhere it links there. So it does while another page
 * is on its way: its arrival would end the scroll.
 */
function scrollToProperties(event: MouseEvent) {
  const section = document.getElementById('properties')
  if (!section || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  section.focus({ preventScroll: true })
  section.scrollIntoView({ behavior: still ? 'auto' : 'smooth' })
  window.history.replaceState(window.history.state, '', '#properties')
}

type HeaderProps = Pick<RootData, 'operator'> & { site: Pick<RootData['site'], 'brand' | 'logo' | 'hasProperties'> }

/**
 * Logo and navigation on night; transparent over a page that starts with an image. On a small screen the links are a
 * popover. The browser opens it without JavaScript, closes it on Escape or a press outside, and refocuses. Operators
 * see their name and can sign out.
 */
export function Header({ site: { brand, logo, hasProperties }, operator }: HeaderProps) {
  const { pathname, key } = useLocation()
  const isIdle = useNavigation().state === 'idle'
  const { asked, listen } = useStayQuery()
  const links = useRef<HTMLUListElement>(null)
  const close = () => links.current?.hidePopover?.()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(close, [key])
  return (
    <header className="header on-night">
      <nav aria-label="Main" className="band">
        <Link to="/" className="brand" viewTransition>
          <Mark logo={logo} />
          <span>{brand}</span>
        </Link>
        <IconButton label="Menu" popoverTarget="menu" />
        <ul ref={links} id="menu" popover="auto" className="header-links">
          {[...(hasProperties ? [PROPERTIES] : []), ...LINKS].map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to.replace('/#', `/${asked}#`)}
                prefetch="intent"
                viewTransition
                aria-current={pathname === to ? 'page' : undefined}
                {...listen}
                onClick={(event) => {
                  close()
                  if (isIdle && `${pathname}#properties` === to) scrollToProperties(event)
                }}
              >
                {label}
              </Link>
            </li>
          ))}
          {operator && (
            <li>
              <form method="post" action="/sign-out">
                {operator} <button type="submit">Sign out</button>
              </form>
            </li>
          )}
        </ul>
      </nav>
    </header>
  )
}
