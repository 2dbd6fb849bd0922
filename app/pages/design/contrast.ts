/** The minimum contrast of text; shapes need less. */
export const TEXT = 4.5
const SHAPE = 3

export type Pair = { ink: string; ground: string; least: number }

const pairs = (least: number, inks: string[], grounds: string[]): Pair[] =>
  inks.flatMap((ink) => grounds.map((ground) => ({ ink, ground, least })))

const GROUNDS = ['--background', '--background-muted', '--surface']

/** Pairs of foreground and background, and the contrast each needs. */
export const PAIRS: Pair[] = [
  ...pairs(TEXT, ['--text', '--text-muted', '--error', '--success', '--accent'], GROUNDS),
  ...pairs(TEXT, ['--on-lit'], ['--lit', '--lit-high', '--white']),
  ...pairs(TEXT, ['--on-ember'], ['--ember', '--ember-high']),
  ...pairs(TEXT, ['--on-cell', '--text'], ['--cell']),
  ...pairs(TEXT, ['--on-cell'], ['--cell-pattern']),
  ...pairs(TEXT, ['--white', '--lit', '--night-text', '--night-text-muted'], ['--night']),
  ...pairs(SHAPE, ['--border-input', '--focus'], GROUNDS),
]
