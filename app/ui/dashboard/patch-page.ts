/** Ids that a rendering counts up: a part that is new shifts those of all after it. */
const COUNTED_IDS = /_R_\w+_/g

const plain = (node: Node) =>
  node.nodeType === node.ELEMENT_NODE ? (node as Element).outerHTML.replaceAll(COUNTED_IDS, '') : node.textContent

const isAlike = (one: Node | undefined, other: Node | undefined) =>
  one !== undefined &&
  other !== undefined &&
  one.nodeName === other.nodeName &&
  (one.isEqualNode(other) || plain(one) === plain(other))

/** The children in which two elements differ: without those that are alike at the start and at the end. */
function differing(old: Element, next: Element) {
  const [olds, nexts] = [[...old.childNodes], [...next.childNodes]]
  let start = 0
  while (isAlike(olds[start], nexts[start])) start++
  let end = 0
  const most = Math.min(olds.length, nexts.length) - start
  while (end < most && isAlike(olds.at(-1 - end), nexts.at(-1 - end))) end++
  const [were, are] = [olds.slice(start, olds.length - end), nexts.slice(start, nexts.length - end)]
  return { were, are, after: olds[olds.length - end] ?? null }
}

const isElement = (node: Node): node is Element => node.nodeType === node.ELEMENT_NODE
const isText = (node: Node) => !isElement(node) && node.textContent?.trim() !== ''

const isOfKind = (one: Node | undefined, other: Node | undefined) =>
  one !== undefined &&
  other !== undefined &&
  isElement(one) &&
  isElement(other) &&
  one.tagName === other.tagName &&
  one.getAttribute('class') === other.getAttribute('class')

/** Returns whether any differs. */
export function copyAttributes(old: Element, next: Element): boolean {
  const names = new Set([...old.getAttributeNames(), ...next.getAttributeNames()])
  const changed = [...names].filter((name) => old.getAttribute(name) !== next.getAttribute(name))
  for (const name of changed) {
    const value = next.getAttribute(name)
    if (value === null) old.removeAttribute(name)
    else old.setAttribute(name, value)
  }
  return changed.length > 0
}

/**
 * Makes an element of a page like another one, and leaves in place what is alike: nothing flashes, nothing scrolls.
 * Returns the smallest elements that have changed.
 */
export function patchPage(old: Element, next: Element): Element[] {
  if (isAlike(old, next)) return []
  if (old.tagName !== next.tagName) {
    const whole = old.ownerDocument.importNode(next, true)
    old.replaceWith(whole)
    return [whole]
  }
  const isChanged = copyAttributes(old, next)
  const { were, are, after } = differing(old, next)
  const isWhole = [...were, ...are].some(isText)
  // Of several that differ, the first of one kind are the same ones.
  let same = 0
  while (!isWhole && isOfKind(were[same], are[same])) same++
  const inside = were.slice(0, same).flatMap((was, at) => patchPage(was as Element, are[at] as Element))
  const copies = are.slice(same).map((node) => old.ownerDocument.importNode(node, true))
  for (const node of were.slice(same)) node.remove()
  for (const node of copies) old.insertBefore(node, after)
  const changed = [...inside, ...copies.filter(isElement)]
  const isOwn = isWhole || (changed.length === 0 && (isChanged || were.length > are.length))
  return isOwn ? [old] : changed
}
