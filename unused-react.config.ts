import { type Plugin, parseSync, Visitor } from 'vite'
import { withoutBody } from './unused-router.config.ts'

/** Elements of React that no page here makes; the last one, none can make, as no release of React exports it. */
const TYPES = ['REACT_ACTIVITY_TYPE', 'REACT_VIEW_TRANSITION_TYPE', 'REACT_SUSPENSE_LIST_TYPE']
/** How a page would begin to make one. */
const ASKED =
  /import\s*\{[^}]*\b(?:Activity|ViewTransition)\b[^}]*\}\s*from\s*['"]react['"]|React[\w$]*\.(?:Activity|ViewTransition)\b/
/** Shares its branch with `ViewTransition`, and is in no release either. */
const ALIASES = ['REACT_LEGACY_HIDDEN_TYPE']

/** Functions that are only called for such elements, or (the second) when a `<Fragment>` has a `ref`. */
const FUNCTIONS = ['startViewTransition', 'FragmentInstance']

const WHY = 'see docs/decisions/038.'

type Span = { start: number; end: number }
type Edit = Span & { text: string }

/** Does the edits; those within another one go with it. */
function edited(code: string, edits: Edit[]): string {
  let done = ''
  let at = 0
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue
    done += code.slice(at, start) + text
    at = end
  }
  return done + code.slice(at)
}

/** The tag of the fibers that are made for each type of element: once a fiber is made, React looks at that number alone. */
function tagsOf(code: string, types: string[]): number[] {
  return types.flatMap((type) => {
    const made = new RegExp(`case ${type}:\\s+return \\([^;]*?createFiberImplClass\\((\\d+),`).exec(code)
    return made ? [Number(made[1])] : []
  })
}

/** React DOM without the branches for elements that are never made. Says how often each element's tag was met. */
export function withoutElements(code: string, types: string[]): { code: string; met: Map<number, number> } {
  const met = new Map(tagsOf(code, types).map((tag) => [tag, 0]))
  const edits: Edit[] = []
  const cut: Span[] = []
  const declared: (Span & { name: string })[] = []
  const textOf = ({ start, end }: Span) => code.slice(start, end)
  const isTag = (node: Span) => /(?:^|\.)(?:tag|[a-z]\w*Tag)$/.test(textOf(node))
  const meet = (value: unknown) => {
    const times = met.get(value as number)
    if (times !== undefined) met.set(value as number, times + 1)
    return times !== undefined
  }

  new Visitor({
    SwitchStatement({ discriminant, cases }) {
      const byTag = isTag(discriminant)
      let reached = false
      for (const { test, start, end, consequent } of cases) {
        const value = test?.type === 'Literal' ? test.value : undefined
        const never = test !== null && ((byTag && meet(value)) || types.includes(textOf(test)))
        const ends = /^(?:Return|Break|Continue|Throw)Statement$/.test(consequent.at(-1)?.type ?? '')
        if (never && test && reached) edits.push({ start, end: code.indexOf(':', test.end) + 1, text: '' })
        if (never && !reached) cut.push({ start, end })
        reached = (reached || !never) && !ends
      }
    },
    BinaryExpression({ left, right, operator, start, end }) {
      if (operator !== '===' && operator !== '!==') return
      const [number, other] = left.type === 'Literal' ? [left, right] : [right, left]
      if (number.type !== 'Literal' || !isTag(other) || !meet(number.value)) return
      edits.push({ start, end, text: operator === '===' ? '!1' : '!0' })
    },
    VariableDeclarator({ id, start, end }) {
      if (id.type === 'Identifier') declared.push({ name: id.name, start, end })
    },
  }).visit(parseSync('react-dom.cjs', code, { sourceType: 'script' }).program)

  // A `var` counts for its whole function, so what a branch declares stays declared.
  for (const { start, end } of cut) {
    const own = /\bfunction\b|=>/.test(code.slice(start, end))
    if (own) throw new Error(`A branch of React DOM that is left out has functions of its own: ${WHY}`)
    const names = declared.filter((name) => name.start >= start && name.end <= end).map(({ name }) => name)
    edits.push({ start, end, text: names.length > 0 ? `case void 0: var ${names.join()};` : '' })
  }
  return { code: edited(code, edits), met }
}

/** Leaves out of the browser's files what React DOM has for elements that no page makes: 5 KB of them, compressed. */
export function unusedReact(): Plugin {
  let found = false
  return {
    name: 'without-unused-elements',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\.[cm]?[jt]sx?$/ },
      handler(code, id) {
        if (!/\/node_modules\/(?:react|react-dom)\//.test(id) && ASKED.test(code)) {
          this.error(`${id} makes an element of React that is left out so far: ${WHY}`)
        }
        if (!id.endsWith('/react-dom-client.production.js')) return null
        found = true
        const { code: smaller, met } = withoutElements(code, [...TYPES, ...ALIASES])
        const known = met.size === TYPES.length && ![...met.values()].includes(0)
        if (!known) this.error(`React DOM has other elements now: ${WHY}`)
        let bare = smaller.replace(/^FragmentInstance\.prototype\.\w+ = function[\s\S]*?^\};$/gm, '')
        for (const name of FUNCTIONS) {
          const without = withoutBody(bare, name)
          if (without === null) this.error(`React DOM has no function ${name} any more: ${WHY}`)
          bare = without
        }
        return { code: bare, map: null }
      },
    },
    generateBundle() {
      if (!found) this.error(`React DOM is no longer where it was: ${WHY}`)
    },
  }
}
