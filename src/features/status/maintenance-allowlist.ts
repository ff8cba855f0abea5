/**
 * What answers everybody although maintenance is on: how things are, signing in (staff must), what pages are made of, what a
 * process or a proxy is asked, what vendors of payments and browsers tell, which would be lost, and leaving a mailing: a mail
 * program presses that once and does not come back.
 */
const open = new Set([
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
  '/icon.png',
  '/robots.txt',
])

/** A page's data has the page's path with `.data` behind it. */
export const isOpenInMaintenance = (path: string) =>
  path.startsWith('/assets/') || open.has(path.replace(/\.data$/, '').replace(/(.)\/$/, '$1'))
