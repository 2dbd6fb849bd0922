import { type MouseEvent, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { Mark } from './mark.tsx'

const LINKS = [
  { to: '/#properties', label: 'Properties' },
  { to: '/contact', label: 'Contact' },
  { to: '/host-with-us', label: 'Host with Us' },
]

/** On the home page Properties scrolls smoothly to its section; elsewhere it leads there (specification, section 2). */
function scrollToProperties(event: MouseEvent, path: string) {
  const section = document.getElementById('properties')
  if (path !== '/' || !section || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  section.scrollIntoView({ behavior: still ? 'auto' : 'smooth' })
  window.history.replaceState(window.history.state, '', '#properties')
}

function NavigationLinks({ onChoose }: { onChoose?: () => void }) {
  const { pathname } = useLocation()
  return LINKS.map((link) => (
    <li key={link.to}>
      <Link
        to={link.to}
        prefetch="intent"
        aria-current={pathname === link.to ? 'page' : undefined}
        className="header-link"
        onClick={(event) => {
          if (link.to === '/#properties') scrollToProperties(event, pathname)
          onChoose?.()
        }}
      >
        {link.label}
      </Link>
    </li>
  ))
}

/** The small screen's menu: a native disclosure, so it opens without JavaScript; a choice or Escape closes it. */
function Menu() {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const close = () => menu.current?.removeAttribute('open')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page closes the menu, whatever the page
  useEffect(close, [key])
  return (
    <details
      ref={menu}
      className="header-menu md:hidden"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        close()
        menu.current?.querySelector('summary')?.focus()
      }}
    >
      <summary aria-label="Menu">
        <span aria-hidden="true" />
      </summary>
      <ul>
        <NavigationLinks onChoose={close} />
      </ul>
    </details>
  )
}

/** Logo and navigation, on night; over the picture on the home page. */
export function Header({ brand }: { brand: string }) {
  const { pathname } = useLocation()
  return (
    <header className={pathname === '/' ? 'header header-over' : 'header on-night'}>
      <nav aria-label="Main" className="band flex min-h-20 items-center justify-between gap-6">
        <Link to="/" className="header-brand">
          <Mark />
          {brand}
        </Link>
        <ul className="hidden gap-8 md:flex">
          <NavigationLinks />
        </ul>
        <Menu />
      </nav>
    </header>
  )
}
