import { createElement, type ReactNode, useEffect, useState } from 'react'
import type { ElementEmbed } from './embeds.ts'
import { useWatchdog } from './use-watchdog.ts'

/** While this script runs again, what it defines again is left as it was: the browser would throw, and not every provider asks before. */
function keepFirstDefinition(tag: HTMLScriptElement) {
  customElements.define = (name, ...rest) => {
    if (!customElements.get(name)) CustomElementRegistry.prototype.define.call(customElements, name, ...rest)
  }
  const end = () => Reflect.deleteProperty(customElements, 'define')
  tag.addEventListener('load', end)
  tag.addEventListener('error', end)
}

/**
 * A provider's custom element with its script: the script is added on entering and removed on leaving. `children` stand in its place until it is alive, and without JavaScript.
 * Where the element is another's and draws its children's place itself, `instead` stands below it when it is late, and without JavaScript.
 */
export function EmbedElement({
  embed,
  children,
  whenLate,
  instead,
}: {
  embed: ElementEmbed
  children?: ReactNode
  /** Said when it is late. */
  whenLate: ReactNode
  instead?: ReactNode
}) {
  const { script, element, attributes } = embed
  const [alive, setAlive] = useState(false)

  useEffect(() => {
    const tag = document.createElement('script')
    tag.src = script
    tag.async = true
    if (customElements.get(element)) keepFirstDefinition(tag)
    document.head.append(tag)
    let left = false
    customElements.whenDefined(element).then(() => {
      if (!left) setAlive(true)
    })
    return () => {
      left = true
      tag.remove()
    }
  }, [script, element])

  const late = useWatchdog(element, { watching: true, alive })
  return (
    <>
      {createElement(element, attributes, children)}
      <div role="status">{late && whenLate}</div>
      {late && instead}
      {instead && <noscript>{instead}</noscript>}
    </>
  )
}
