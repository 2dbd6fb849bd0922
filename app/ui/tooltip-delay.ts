const TOOLTIP_DELAY_MS = 700
const TOOLTIP_SKIP_DELAY_MS = 300

/**
 * How long the next tooltip waits: 700 ms, but nothing while another is open or closed less than 300 ms ago, so that
 * one who reads along a row of them does not wait at each.
 */
export function createTooltipDelay(now: () => number) {
  let open = 0
  let closedAt = Number.NEGATIVE_INFINITY
  return {
    wait: () => (open > 0 || now() - closedAt < TOOLTIP_SKIP_DELAY_MS ? 0 : TOOLTIP_DELAY_MS),
    opened() {
      open += 1
    },
    closed() {
      open -= 1
      closedAt = now()
    },
  }
}
