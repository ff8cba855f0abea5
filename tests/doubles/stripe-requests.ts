import type Stripe from 'stripe'

/**
 * Parameters of each call as types of Stripe's own library, which are generated from its OpenAPI description.
 * `stripe-parameters.ts` turns them into schemas.
 */
export type StripeRequests = {
  'POST /v1/customers': Stripe.CustomerCreateParams
  'GET /v1/customers/:id': Stripe.CustomerRetrieveParams
  'POST /v1/checkout/sessions': Stripe.Checkout.SessionCreateParams
  'GET /v1/checkout/sessions/:id': Stripe.Checkout.SessionRetrieveParams
  'POST /v1/checkout/sessions/:id/expire': Stripe.Checkout.SessionExpireParams
  'GET /v1/products/:id': Stripe.ProductRetrieveParams
  'POST /v1/products': Stripe.ProductCreateParams
  'GET /v1/prices': Stripe.PriceListParams
  'POST /v1/prices': Stripe.PriceCreateParams
  'POST /v1/billing_portal/sessions': Stripe.BillingPortal.SessionCreateParams
  'GET /v1/billing_portal/configurations': Stripe.BillingPortal.ConfigurationListParams
  'POST /v1/billing_portal/configurations': Stripe.BillingPortal.ConfigurationCreateParams
  'GET /v1/subscriptions/:id': Stripe.SubscriptionRetrieveParams
  'POST /v1/subscriptions/:id': Stripe.SubscriptionUpdateParams
  'DELETE /v1/subscriptions/:id': Stripe.SubscriptionCancelParams
  'POST /v1/subscription_schedules/:id/release': Stripe.SubscriptionScheduleReleaseParams
  'GET /v1/invoices/:id': Stripe.InvoiceRetrieveParams
  'GET /v1/invoice_payments': Stripe.InvoicePaymentListParams
  'GET /v1/charges/:id': Stripe.ChargeRetrieveParams
  'GET /v1/disputes': Stripe.DisputeListParams
  'GET /v1/balance': Stripe.BalanceRetrieveParams
}
