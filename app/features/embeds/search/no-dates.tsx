/** In the place of results before any dates are chosen. */
export function NoDates() {
  return <p className="stay-note">Choose your dates to see which homes are free, and for how much in all.</p>
}
