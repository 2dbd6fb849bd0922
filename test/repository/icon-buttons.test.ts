import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'

/** The files that draw them, with a tooltip that shows the name. */
const SHARED = ['app/ui/icon-button.tsx', 'app/ui/icon-link.tsx']
const PRESSED = /^(?:a|button|summary|\w*Link|\w*Button)$/

type Node = { type: string; start: number; [part: string]: unknown }
type Element = Node & { children: Node[]; openingElement: { name: { name?: string }; attributes: Node[] } }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function elementsIn(value: unknown): Element[] {
  if (Array.isArray(value)) return value.flatMap(elementsIn)
  if (!isNode(value)) return []
  const inner = Object.values(value).flatMap(elementsIn)
  return value.type === 'JSXElement' ? [value as Element, ...inner] : inner
}

const nameOf = ({ openingElement }: Element) => openingElement.name.name ?? ''

/** The text of an attribute. Of a computed one it is unknown, so true. */
function attributeOf({ openingElement }: Element, name: string): string | true | undefined {
  const found = openingElement.attributes.find((one) => (one.name as { name?: string } | undefined)?.name === name)
  if (!found) return undefined
  const value = found.value as { type: string; value?: unknown } | null
  return value?.type === 'Literal' ? String(value.value) : true
}

/** If one sees words, an image, or what cannot be known from the source, such as `{label}`. */
function isSeen(node: Node): boolean {
  if (node.type === 'JSXText') return /[\p{L}\p{N}]/u.test(String(node.value))
  if (node.type === 'Literal') return typeof node.value === 'string' && /[\p{L}\p{N}]/u.test(node.value)
  if (node.type === 'LogicalExpression') return isSeen(node.right as Node)
  if (node.type === 'ConditionalExpression') return isSeen(node.consequent as Node) || isSeen(node.alternate as Node)
  if (node.type === 'JSXExpressionContainer') return isSeen(node.expression as Node)
  if (node.type === 'JSXEmptyExpression') return false
  if (node.type === 'JSXFragment') return (node.children as Node[]).some(isSeen)
  if (node.type !== 'JSXElement') return true
  const element = node as Element
  if (attributeOf(element, 'className') === 'sr-only') return false
  if (/^[A-Z]\w*(?:Icon|Mark)$|^Icon$|^svg$/.test(nameOf(element))) return false
  return element.children.length === 0 || element.children.some(isSeen)
}

/** Buttons and links with a drawing, or with nothing but a name for screen readers. */
function iconsIn(file: string, code: string): string[] {
  return elementsIn(parseSync(file, code).program)
    .filter((element) => PRESSED.test(nameOf(element)))
    .filter((element) => {
      const words = element.children.filter(({ type, value }) => type !== 'JSXText' || String(value).trim() !== '')
      if (words.length === 0) return /^(?:a|button)$/.test(nameOf(element)) && attributeOf(element, 'aria-label')
      return !words.some(isSeen)
    })
    .map(({ start }) => `${file}:${code.slice(0, start).split('\n').length}`)
}

test('a button or link without words is an IconButton or an IconLink, whose tooltip shows its name', () => {
  const pages = listFiles().filter((file) => /^app\/.*(?<!\.test|\.mail)\.tsx$/.test(file))
  const found = pages.flatMap((file) => iconsIn(file, readText(file)))
  expect(found.filter((place) => !SHARED.some((file) => place.startsWith(`${file}:`)))).toEqual([])
  for (const file of SHARED) expect(found.some((place) => place.startsWith(`${file}:`))).toBe(true)
})

test.each([
  ['a drawing', '<button aria-label="Close"><svg><path d="M1 1" /></svg></button>'],
  ['a sign', '<Link to="/" aria-label="Next month">›</Link>'],
  ['a component that draws', '<ChangeButton aria-label="Move up"><MoveIcon path="M1 1" /></ChangeButton>'],
  ['words for screen readers only', '<a href="/"><svg /><span className="sr-only">Next</span></a>'],
  ['a hidden sign', '<a href="/" aria-label="Next"><span aria-hidden="true">›</span></a>'],
  ['a drawing at times', '<button aria-label="Saved">{isSaved && <svg />}</button>'],
  ['what a stylesheet draws', '<button aria-label="Menu" />'],
])('a button of %s is found', (_, code) => {
  expect(iconsIn('a.tsx', code)).toEqual(['a.tsx:1'])
})

test.each([
  '<button>Close</button>',
  '<button aria-label="Remove the fee">Remove</button>',
  '<Link to="/">{label}</Link>',
  '<a href="/" aria-label="Photo 3"><img src="a.jpg" alt="" /></a>',
  '<Link to="/"><PlaceIcon to="/" /><span>{label}</span></Link>',
  '<a href="/"><span aria-hidden="true">Ida</span><span className="sr-only">Ida, 3 nights</span></a>',
  '<button type="submit" {...button} />',
])('%s is not', (code) => {
  expect(iconsIn('a.tsx', code)).toEqual([])
})
