/**
 * One visitor's browser, through whichever protocol its engine speaks. What runs in the page is a plain function: it is
 * sent there as text.
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
  /** Takes the option of a select that has this value. */
  choose(element: Element, value: string): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  press(key: Key): Promise<void>
  upload(element: Element, file: string): Promise<void>
  /** What follows happens in this frame, until `leaveFrame`. */
  enterFrame(element: Element): Promise<void>
  leaveFrame(): Promise<void>
  setViewport(width: number, height: number): Promise<void>
  /** A PNG of the viewport. */
  screenshot(): Promise<Buffer>
  /** Uncaught errors and errors in the console, since the session began. */
  errors(): string[]
  close(): Promise<void>
}

export type Key = 'Tab' | 'Enter' | 'Escape' | 'ArrowRight' | 'ArrowLeft'

/** A browser that opens sessions, none of which knows of another. */
export type Engine = { open(): Promise<Session<unknown>>; close(): Promise<void> }
