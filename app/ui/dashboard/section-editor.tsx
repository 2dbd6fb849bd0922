import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { SECTION } from '#app/shared/paths/section-path.ts'
import { Dialog } from '../dialog.tsx'
import { FormFrameContext } from '../form/form-frame.ts'
import { LivePreview, type TypedInput } from './live-preview.tsx'
import './card.css'
import './section-editor.css'

export type EditorSection = {
  /** Its name in the address. */
  name: string
  title: string
  isEmpty: boolean
  /** What is wrong in it. */
  problems: readonly string[]
}

type Props = {
  /** The name of the list of sections. */
  label: string
  sections: readonly EditorSection[]
  open: string
  /** The address names it. Without one, a phone shows the list alone. */
  isChosen: boolean
  /** Where the guests' page is shown as it would be, and the anchor of the open section there. */
  preview: { address: string; at: string } | null
  /** Earlier anchors, by the name of their section. Each name is one, too. */
  anchors?: Readonly<Record<string, string>>
  children: ReactNode
}

/** After so many milliseconds without a key, the preview follows. */
const TYPED_MS = 500

const addressOf = (name: string) => `?${SECTION}=${name}`

/** The sections of a page: their list, the open one, and beside it the guests' page with what is typed. */
export function SectionEditor({ label, sections, open, isChosen, preview, anchors, children }: Props) {
  const [typed, setTyped] = useTyped(open)
  const [isOver, setIsOver] = useState(false)
  const { pathname } = useLocation()
  const hasPreview = preview !== null
  const isOne = sections.length === 1
  const sectionsShown = isChosen ? 'open' : 'list'
  const frame = useMemo(
    () => ({ onTyped: setTyped, onPreview: hasPreview ? () => setIsOver(true) : null }),
    [setTyped, hasPreview],
  )
  const card = useFocusOfOpened(`${open} ${isChosen}`)
  useSectionKeys(sections, open)
  useEarlierAnchor(sections, isChosen ? null : anchors)
  const shown = preview && { part: open, ...preview, typed }
  return (
    <div className="section-editor-frame">
      <div
        className="section-editor"
        data-sections={isOne ? undefined : sectionsShown}
        data-preview={hasPreview || undefined}
      >
        {!isOne && <SectionList {...{ label, sections, open, isChosen }} />}
        <div ref={card} tabIndex={-1} className="section-editor-open card-stack">
          {!isOne && (
            <Link to={pathname} className="section-all">
              All sections
            </Link>
          )}
          <FormFrameContext value={frame}>{children}</FormFrameContext>
          {!isOne && <Neighbors sections={sections} open={open} />}
        </div>
        {shown && (
          <aside className="section-editor-preview" aria-label="Preview">
            <p>As guests see it, on a phone</p>
            <LivePreview key={shown.address} {...shown} />
          </aside>
        )}
      </div>
      <Dialog open={isOver} onClose={() => setIsOver(false)} title="As guests see it" className="section-editor-dialog">
        {shown && <LivePreview {...shown} fills />}
      </Dialog>
    </div>
  )
}

/** What is typed into a section, once the typing has stopped. */
function useTyped(part: string) {
  const [typed, setTyped] = useState<(TypedInput & { part: string }) | null>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onTyped = useCallback(
    (form: HTMLFormElement | null) => {
      clearTimeout(waiting.current)
      waiting.current = setTimeout(
        () => setTyped((before) => (form || before ? { part, body: form && new FormData(form) } : null)),
        TYPED_MS,
      )
    },
    [part],
  )
  useEffect(() => () => clearTimeout(waiting.current), [])
  return [typed?.part === part ? typed : null, onTyped] as const
}

/** On a phone the pressed link is gone with the list: the keyboard goes on in the opened section. */
function useFocusOfOpened(open: string) {
  const card = useRef<HTMLDivElement>(null)
  const last = useRef(open)
  useEffect(() => {
    const { activeElement: focused, body } = document
    const isGone = !focused || focused === body || !focused.checkVisibility()
    if (last.current !== open && isGone) card.current?.focus({ preventScroll: true })
    last.current = open
  }, [open])
  return card
}

/** Alt with an arrow leads to the section before or after. In a field the keys are those of the text. */
function useSectionKeys(sections: readonly EditorSection[], open: string) {
  const navigate = useNavigate()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (!event.altKey || event.ctrlKey || event.metaKey || !step) return
      const next = sections[sections.findIndex(({ name }) => name === open) + step]
      if (!next || (event.target instanceof Element && event.target.closest('input, textarea, select, dialog'))) return
      event.preventDefault()
      void navigate(addressOf(next.name))
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [sections, open, navigate])
}

/** A link of before, such as `#rooms` or `#change-rooms`, leads to its section. */
function useEarlierAnchor(sections: readonly EditorSection[], anchors: Props['anchors'] | null) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const anchor = hash.slice(1)
    const named = anchors?.[anchor] ?? anchor.replace('change-', '')
    if (anchors === null || !sections.some(({ name }) => name === named)) return
    void navigate(`${addressOf(named)}${hash}`, { replace: true })
  }, [hash, sections, anchors, navigate])
}

function stateOf({ isEmpty, problems }: EditorSection) {
  if (problems.length > 0) return 'wrong'
  return isEmpty ? 'empty' : 'filled'
}

/** The state of a section in words, where its pane is not seen. */
function StateWords({ isEmpty, problems }: EditorSection) {
  if (problems.length === 0) return isEmpty && <span className="sr-only">, empty</span>
  return (
    <span className="section-list-count">
      {problems.length}
      <span className="sr-only">{problems.length === 1 ? ' problem' : ' problems'}</span>
    </span>
  )
}

function SectionList({ label, sections, open, isChosen }: Pick<Props, 'label' | 'sections' | 'open' | 'isChosen'>) {
  const current = isChosen ? 'page' : 'true'
  return (
    <nav aria-label={label} className="section-list">
      <ul>
        {sections.map((section) => (
          <li key={section.name}>
            <Link
              to={addressOf(section.name)}
              prefetch="intent"
              aria-current={section.name === open ? current : undefined}
              data-state={stateOf(section)}
            >
              {section.title}
              <StateWords {...section} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The ways to the sections before and after. */
function Neighbors({ sections, open }: Pick<Props, 'sections' | 'open'>) {
  const at = sections.findIndex(({ name }) => name === open)
  const [before, after] = [sections[at - 1], sections[at + 1]]
  return (
    <nav aria-label="Other sections" className="section-neighbors">
      {before && (
        <Link to={addressOf(before.name)} prefetch="intent" aria-keyshortcuts="Alt+ArrowUp" data-way="back">
          <span className="sr-only">Previous section: </span>
          {before.title}
        </Link>
      )}
      {after && (
        <Link to={addressOf(after.name)} prefetch="intent" aria-keyshortcuts="Alt+ArrowDown" data-way="on">
          <span className="sr-only">Next section: </span>
          {after.title}
        </Link>
      )}
    </nav>
  )
}
