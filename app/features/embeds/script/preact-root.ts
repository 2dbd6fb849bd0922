import { Component, type ComponentChild, options, render } from 'preact'
import { jsx } from 'preact/jsx-runtime'

/** Maps React names to Preact core names, as far as the script's parts use them. */
options.vnode = (node) => {
  const props: { strokeWidth?: string; 'stroke-width'?: string } = node.props as object
  if (!props.strokeWidth) return
  props['stroke-width'] = props.strokeWidth
  delete props.strokeWidth
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
