import { useState } from 'react'
import { useLocation } from 'react-router'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import type { PropertyView } from '#app/features/properties/properties.ts'
import { copyText } from '#app/shared/browser/copy-text.ts'
import { openShareSheet } from '#app/shared/browser/share-sheet.ts'
import { formatDate } from '#app/shared/dates.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { Button } from '#app/ui/button.tsx'
import { PriceTotal } from './price-list.tsx'
import { currentPrice, HEAD_IMAGE_SIZES, type QuotePage } from './quote-page.ts'

type Props = { page: QuotePage; view: PropertyView | null; site: { brand: string; siteUrl: string } }

/** The invitation: where, when, the total and everybody's share, with a photo and a button that sends the page on. */
export function QuoteHead({ page, view, site }: Props) {
  const { property, stay } = page
  const { pathname } = useLocation()
  const url = `${site.siteUrl}${pathname}`
  const image = view?.images[0]
  return (
    <div className="on-night quote-head">
      <div className="band quote-head-band">
        <div>
          <p className="quote-imprint">
            {site.brand}, {url}
          </p>
          <p className="text-sm text-muted">{property.location}</p>
          <h1 className="heading-property mt-1">{property.title}</h1>
          <p className="mt-5 text-lg">
            {formatDate(stay.checkIn, 'long')} to {formatDate(stay.checkOut, 'long')}.{' '}
            <span className="inline-block">{partyWords(stay)}.</span>
          </p>
          <PriceTotal {...currentPrice(page)} party={stay} />
          <ShareQuote
            url={url}
            title={`${property.name}, ${formatDate(stay.checkIn)} to ${formatDate(stay.checkOut)}`}
          />
        </div>
        {image && <ResponsiveImage image={image} sizes={HEAD_IMAGE_SIZES} priority />}
      </div>
    </div>
  )
}

/** Sends the address of the page by the device's share sheet, or copies it. */
function ShareQuote(sheet: { url: string; title: string }) {
  const [said, setSaid] = useState<'Link copied.' | 'unable' | null>(null)
  async function share() {
    if (await openShareSheet(sheet)) return
    setSaid((await copyText(sheet.url)) ? 'Link copied.' : 'unable')
  }
  return (
    <div className="quote-share needs-script">
      <Button variant="outline" onClick={() => void share()}>
        Share with your group
      </Button>
      <p role="status" className="text-sm">
        {said === 'unable' ? `Your browser didn’t let us copy the link. Here it is: ${sheet.url}` : said}
      </p>
    </div>
  )
}
