import { Component, type ReactNode, useContext, useMemo, useState } from 'react'
import { Outlet, UNSAFE_DataRouterDataContext as RouterData, useLocation } from 'react-router'

/**
 * The open page. Its answer to a form stays while the page is loaded again by itself, with the input that was refused.
 * The router would drop it. The place on the page stays, too. The page of another record begins anew: what is typed
 * for one booking is not saved on the next.
 */
export function PageWithAnswer() {
  const data = useContext(RouterData)
  const { key, pathname } = useLocation()
  const present = data?.actionData ?? null
  const [last, setLast] = useState({ key, answers: present })
  if (last.key !== key || (present && present !== last.answers)) setLast({ key, answers: present })
  const answers = present ?? (last.key === key ? last.answers : null)
  const kept = useMemo(() => data && { ...data, actionData: answers }, [data, answers])
  return (
    <KeptPlace shown={data?.loaderData} page={key}>
      <RouterData value={kept}>
        <Outlet key={pathname} />
      </RouterData>
    </KeptPlace>
  )
}

/** Elements in view, the nearest first, with their distance from the top of the window. */
type Place = { element: Element; top: number }[]

function placeInView(): Place {
  const focused = document.activeElement
  const isFocusInView = focused && focused !== document.body && isInView(focused)
  const nearest = isFocusInView ? focused : document.elementFromPoint(innerWidth / 2, innerHeight / 3)
  const place: Place = []
  for (let element = nearest; element?.closest('main'); element = element.parentElement)
    place.push({ element, top: element.getBoundingClientRect().top })
  return place
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

type PlaceProps = { shown: unknown; page: string; children: ReactNode }

/** What is in view stays where it is when the same page shows other data above it. Not every browser sees to that. */
class KeptPlace extends Component<PlaceProps> {
  override getSnapshotBeforeUpdate(before: PlaceProps): Place | null {
    const isSamePage = before.page === this.props.page && before.shown !== this.props.shown
    return isSamePage && window.scrollY > 0 ? placeInView() : null
  }

  override componentDidUpdate(_props: PlaceProps, _state: unknown, place: Place | null) {
    const kept = place?.find(({ element }) => element.isConnected)
    if (kept) window.scrollBy({ top: kept.element.getBoundingClientRect().top - kept.top, behavior: 'instant' })
  }

  override render() {
    return this.props.children
  }
}
