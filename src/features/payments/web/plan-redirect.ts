import { redirect } from 'react-router'
import { paymentPages } from '../payment-pages.ts'

/** Where the plan stood before there was anything to buy: mails and bookmarks still lead here. */
export const loader = () => redirect(paymentPages.billing, 301)
