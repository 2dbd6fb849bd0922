/**
 * One visitor's browser, through the protocol of its engine. Code for the page must be a plain function, because it is
 * sent as text.
 */
export type Session<Element> = {
  goto(url: string): Promise<void>
  url(): Promise<string>
  back(): Promise<void>
  evaluate<Input extends unknown[], Output>(run: (...input: Input) => Output, ...input: Input): Promise<Output>
  /** The element that `run` returns; null when it returns none. */
  element<Input extends unknown[]>(
    run: (...input: Input) => globalThis.Element | null,
    ...input: Input
  ): Promise<Element | null>
  /** A property such as `textContent` or `value`. */
  read(element: Element, property: string): Promise<unknown>
  click(element: Element): Promise<void>
  /** Selects the option with this value. */
  choose(element: Element, value: string): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  upload(element: Element, files: string[]): Promise<void>
  /** Later calls act in this frame, until `leaveFrame`. */
  enterFrame(element: Element): Promise<void>
  leaveFrame(): Promise<void>
  setViewport(width: number, height: number): Promise<void>
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>
  /** Uncaught errors and console errors since the session began. */
  errors(): string[]
  close(): Promise<void>
}

type Key = 'Tab' | 'Enter' | 'Escape' | 'ArrowRight' | 'ArrowLeft'

/** A browser that opens isolated sessions. */
export type Engine = { open(): Promise<Session<unknown>>; close(): Promise<void> }
