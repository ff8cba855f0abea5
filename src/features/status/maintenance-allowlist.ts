/**
 * Paths that respond during maintenance: status, sign-in (staff need it), assets, health checks, payment webhooks and browser
 * events (they'd be lost), and one-click unsubscribe, which email apps call only once.
 */
const allowedPaths = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/cname/allowed',
  '/status',
  '/status/feed.xml',
  '/__skylark/updown',
  '/__skylark/history',
  '/__skylark/incidents',
  '/login',
  '/login/code',
  '/login/renew',
  '/login/google',
  '/login/google/finish',
  '/logout',
  '/user/login',
  '/user/authenticate',
  '/user/authenticate/google',
  '/user/_carnatic',
  '/user/logout',
  '/stripe/webhook',
  '/stripe_ae/webhook',
  '/coinbase/webhook',
  '/v1/public/batch',
  '/unsubscribe',
  '/notifications/unsubscribe',
  '/favicon.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/robots.txt',
])

/** React Router's data requests have the page's path plus `.data`. */
export const isAllowedInMaintenance = (path: string) =>
  path.startsWith('/assets/') || allowedPaths.has(path.replace(/\.data$/, '').replace(/(.)\/$/, '$1'))
