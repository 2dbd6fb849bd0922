/** The site whose mails are the examples. */
export const site = (url: string) => ({
  brand: 'Powder & Cove',
  email: 'hello@powderandcove.example',
  postalAddress: '1 Main Street, Steamboat Springs, CO 80487',
  responseTime: 'typically within 24 hours',
  url,
})
