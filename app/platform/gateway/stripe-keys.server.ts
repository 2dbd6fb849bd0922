const isTest = (key: string) => /^\w+?_test_/.test(key)

type Keys = { secretKey: string; publishableKey: string }

/**
 * What is wrong with the Stripe keys, in a sentence with the remedy. Null when they match each other and the site's
 * mode.
 */
export function stripeKeyProblem({ secretKey, publishableKey }: Keys, { demo }: { demo: boolean }): string | null {
  if (isTest(secretKey) !== isTest(publishableKey)) {
    return 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong to different modes: take both for tests, or both live.'
  }
  if (demo && !isTest(secretKey)) {
    return 'A demo takes no real money: use the keys of Stripe for tests, such as sk_test_..., or set a public SITE_URL.'
  }
  return null
}

/** Whether these are test keys, which move no money. */
export const areTestKeys = ({ secretKey }: Pick<Keys, 'secretKey'>) => isTest(secretKey)
