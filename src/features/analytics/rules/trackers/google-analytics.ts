import { loadScript, type Vendor } from './tracker.ts'

/** Google Analytics 4 with gtag.js, without advertising features. */
export const googleAnalytics: Vendor<string> = {
  name: 'Google Analytics',
  category: 'measurement',
  sources: () => ({
    script: ['https://*.googletagmanager.com'],
    img: ['https://*.google-analytics.com', 'https://*.googletagmanager.com'],
    connect: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
  }),
  storageNames: /^_ga(?:_.*)?$/,
  create(id, page) {
    let unload = () => {}
    const off = `ga-disable-${id}`
    // gtag.js requires `arguments` objects; it treats plain arrays differently.
    function gtag(..._given: unknown[]) {
      // biome-ignore lint/complexity/noArguments: see above
      ;(page.globals.dataLayer as unknown[]).push(arguments)
    }
    return {
      start() {
        page.globals[off] = false
        page.globals.dataLayer ??= []
        page.globals.gtag = gtag
        gtag('consent', 'default', {
          analytics_storage: 'granted',
          ad_storage: 'denied',
          ad_user_data: 'denied',
          ad_personalization: 'denied',
        })
        gtag('js', new Date())
        gtag('config', id, { send_page_view: false, allow_google_signals: false })
        unload = loadScript(page, `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`)
      },
      page: ({ address, title, referrer }) =>
        gtag('event', 'page_view', {
          send_to: id,
          page_location: address,
          page_title: title,
          page_referrer: referrer,
        }),
      person: () => undefined,
      stop() {
        page.globals[off] = true
        gtag('consent', 'update', { analytics_storage: 'denied' })
        unload()
      },
    }
  },
}
