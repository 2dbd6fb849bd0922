import { createElement, type ReactNode, useEffect, useState } from 'react'
import type { ElementEmbed } from '#app/shared/booking-providers.ts'
import { useWatchdog } from './use-watchdog.ts'

/** A script that runs twice defines its element twice. The browser would throw, and not every provider checks. */
function ignoreRedefinition(tag: HTMLScriptElement) {
  customElements.define = (name, ...rest) => {
    if (!customElements.get(name)) CustomElementRegistry.prototype.define.call(customElements, name, ...rest)
  }
  const end = () => Reflect.deleteProperty(customElements, 'define')
  tag.addEventListener('load', end)
  tag.addEventListener('error', end)
}

/**
 * A provider's custom element with its script, which is removed with the page. `children` show until the element is alive and
 * without JavaScript. `instead` shows below a late element and without JavaScript, for elements that replace their children.
 */
export function EmbedElement({
  embed,
  children,
  whenLate,
  instead,
}: {
  embed: ElementEmbed
  children?: ReactNode
  whenLate: ReactNode
  instead?: ReactNode
}) {
  const { script, element, attributes } = embed
  const [alive, setAlive] = useState(false)

  useEffect(() => {
    const tag = document.createElement('script')
    tag.src = script
    tag.async = true
    if (customElements.get(element)) ignoreRedefinition(tag)
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
