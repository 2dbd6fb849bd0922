import { type ComponentChild, options, render } from 'preact'

type Attributes = Record<string, unknown>

const DASHED = /^(?:stroke|fill|clip)[A-Z]/

/** What React and Preact's core call by different names, as far as the script's parts use it. */
options.vnode = ({ type, props }) => {
  if (typeof type !== 'string') return
  const attributes = props as Attributes
  for (const name of Object.keys(attributes)) {
    const known = DASHED.test(name) ? name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`) : name
    const meant = type === 'input' && name === 'onChange' ? 'onInput' : known
    if (meant === name) continue
    attributes[meant] = attributes[name]
    delete attributes[name]
  }
}

/** `createRoot` of `react-dom/client`, in whose place the build puts this. */
export function createRoot(container: ShadowRoot) {
  return {
    render: (part: ComponentChild) => render(part, container),
    unmount: () => render(null, container),
  }
}
