import { useEffect } from 'react'

/** Pointer and keyboard states that markup cannot set. */
export const FORCED = ['hover', 'focus-visible'] as const
export type Forced = (typeof FORCED)[number]

type RuleList = { cssRules: CSSRuleList; insertRule(rule: string, index?: number): number }

const hasRules = (rule: CSSRule | CSSStyleSheet): rule is (CSSRule | CSSStyleSheet) & RuleList => 'cssRules' in rule
const isImported = (rule: CSSRule): rule is CSSImportRule => rule instanceof CSSImportRule

/** Adds a `data-shown` copy of each rule for such a state, with the same specificity and layer. */
function copyRules(list: RuleList): void {
  for (let index = list.cssRules.length - 1; index >= 0; index -= 1) {
    const rule = list.cssRules[index]
    if (!rule) continue
    if (isImported(rule) && rule.styleSheet) copyRules(rule.styleSheet)
    else if (hasRules(rule)) copyRules(rule)
    if (!(rule instanceof CSSStyleRule) || !/:hover|:focus-visible/.test(rule.selectorText)) continue
    // A pseudo-element takes no attribute, so the copy would be invalid.
    if (/::[\w-]+(?:\([^)]*\))?:(?:hover|focus-visible)/.test(rule.selectorText)) continue
    const shown = rule.selectorText.replace(/:(hover|focus-visible)/g, '[data-shown="$1"]')
    list.insertRule(rule.cssText.replace(rule.selectorText, shown), index + 1)
  }
}

let copied = false

/** Shows components of the page in the state that they request. */
export function useForcedStates(): void {
  useEffect(() => {
    if (!copied) for (const sheet of document.styleSheets) copyRules(sheet)
    copied = true
    for (const place of document.querySelectorAll<HTMLElement>('[data-force]')) {
      for (const [state, on] of JSON.parse(place.dataset.force ?? '[]')) {
        place.querySelector(on)?.setAttribute('data-shown', state)
      }
    }
  }, [])
}
