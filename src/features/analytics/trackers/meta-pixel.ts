import { loadScript, type Vendor } from './tracker.ts'

type Queue = ((...given: unknown[]) => void) & {
  callMethod?: (...given: unknown[]) => void
  queue: unknown[]
  push: unknown
  loaded: boolean
  version: string
  disablePushState: boolean
}

/** The Meta pixel: page views, and neither clicks nor forms, which it would watch by itself. */
export const metaPixel: Vendor<string> = {
  name: 'Meta',
  category: 'advertising',
  sources: () => ({
    script: ['https://connect.facebook.net'],
    img: ['https://www.facebook.com'],
    connect: ['https://connect.facebook.net', 'https://www.facebook.com'],
  }),
  leaves: /^_fb[pc]$/,
  create(id, page) {
    let unload = () => {}
    const call = (...given: unknown[]) => (page.globals.fbq as Queue)(...given)
    return {
      start() {
        const fbq: Queue = Object.assign(
          (...given: unknown[]) => (fbq.callMethod ? fbq.callMethod(...given) : void fbq.queue.push(given)),
          // It would count a page view of its own whenever the address changes.
          { queue: [], push: null as unknown, loaded: true, version: '2.0', disablePushState: true },
        )
        fbq.push = fbq
        page.globals.fbq = fbq
        page.globals._fbq = fbq
        unload = loadScript(page, 'https://connect.facebook.net/en_US/fbevents.js')
        call('set', 'autoConfig', false, id)
        call('init', id)
      },
      page: () => call('track', 'PageView'),
      person: () => undefined,
      stop() {
        call('consent', 'revoke')
        unload()
      },
    }
  },
}
