import { type CancellationPolicy, cancellationWords } from '#app/features/properties/cancellation-policy.ts'

/** The cancellation policies to choose from; an operator can also write an own one. */
export const POLICIES = {
  flexible: { label: 'Flexible', steps: [{ days: 7, percent: 100 }] },
  moderate: {
    label: 'Moderate',
    steps: [
      { days: 30, percent: 100 },
      { days: 14, percent: 50 },
    ],
  },
  firm: {
    label: 'Firm',
    steps: [
      { days: 60, percent: 100 },
      { days: 30, percent: 50 },
    ],
  },
  strict: { label: 'Strict', steps: [{ days: 60, percent: 50 }] },
  none: { label: 'No refunds', steps: [] },
} satisfies Record<string, { label: string; steps: CancellationPolicy }>
export type PolicyName = keyof typeof POLICIES

/** Which of the policies this is; `own` if it is none of them. */
export function policyName(policy: CancellationPolicy): PolicyName | 'own' {
  const words = cancellationWords(policy)
  const known = Object.entries(POLICIES).find(([, { steps }]) => cancellationWords(steps) === words)
  return known ? (known[0] as PolicyName) : 'own'
}
