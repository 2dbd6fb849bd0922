import { Component, type ComponentChild, options, render } from 'preact'
import { jsx } from 'preact/jsx-runtime'

type Attributes = Record<string, unknown>

const DASHED = /^(?:stroke|fill|clip)[A-Z]/

/** Maps React names to Preact core names, as far as the script's parts use them. */
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

type RootOptions = { onUncaughtError: (error: unknown) => void }

class Boundary extends Component<RootOptions, { failed?: boolean }> {
  override componentDidCatch(error: unknown) {
    this.setState({ failed: true }, () => this.props.onUncaughtError(error))
  }
  render() {
    return this.state.failed ? null : this.props.children
  }
}

/** Replaces `createRoot` of `react-dom/client` in the build. As in React, a part that throws is unmounted. */
export function createRoot(container: ShadowRoot, settings: RootOptions) {
  return {
    render: (part: ComponentChild) => render(jsx(Boundary, { ...settings, children: part }), container),
    unmount: () => render(null, container),
  }
}
