import { loadScript, type Vendor } from './tracker.ts'

const address = 'https://analytics.tiktok.com/i18n/pixel/events.js'
const queued = ['page', 'track', 'identify', 'enableCookie', 'disableCookie', 'revokeConsent', 'grantConsent'] as const

type Pixel = unknown[] & Record<string, unknown>

/** The TikTok pixel by its base code's protocol: `_i`, `_t` and `_o` say which pixel to begin with, and since when. */
export const tiktokPixel: Vendor<string> = {
  name: 'TikTok',
  category: 'advertising',
  sources: () => {
    const hosts = ['https://analytics.tiktok.com']
    return { script: hosts, connect: hosts, img: hosts }
  },
  storageNames: /^(?:_ttp|_tt_enable_cookie|ttcsid.*|tt_(?:sessionId|appInfo|pixel_session_index))$/,
  create(id, page) {
    let unload = () => {}
    const call = (name: (typeof queued)[number]) => (page.globals.ttq as Record<string, () => void>)[name]!()
    return {
      start() {
        const ttq = [] as unknown as Pixel
        const withQueue = (pixel: Pixel) => {
          for (const name of queued) pixel[name] = (...given: unknown[]) => pixel.push([name, ...given])
          return pixel
        }
        const own = Object.assign(withQueue([] as unknown as Pixel), { _u: address })
        Object.assign(withQueue(ttq), {
          methods: [...queued],
          instance: () => own,
          _i: { [id]: own },
          _t: { [id]: Date.now() },
          _o: { [id]: {} },
        })
        page.globals.TiktokAnalyticsObject = 'ttq'
        page.globals.ttq = ttq
        unload = loadScript(page, `${address}?sdkid=${encodeURIComponent(id)}&lib=ttq`)
      },
      page: () => call('page'),
      person: () => undefined,
      stop() {
        call('disableCookie')
        call('revokeConsent')
        unload()
      },
    }
  },
}
