import { redirect } from 'react-router'
import { paymentPages } from '../../rules/payment-pages.ts'

/** The old URL of the billing page, kept for emails and bookmarks. */
export const loader = () => redirect(paymentPages.billing, 301)
