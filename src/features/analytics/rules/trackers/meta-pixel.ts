import { loadScript, type Vendor } from './tracker.ts'

type Queue = ((...given: unknown[]) => void) & {
  callMethod?: (...given: unknown[]) => void
  queue: unknown[]
  push: unknown
  loaded: boolean
  version: string
  disablePushState: boolean
}

/** The Meta pixel: page views only. Its automatic tracking of clicks and forms is off. */
export const metaPixel: Vendor<string> = {
  name: 'Meta',
  category: 'advertising',
  sources: () => ({
    script: ['https://connect.facebook.net'],
    img: ['https://www.facebook.com'],
    connect: ['https://connect.facebook.net', 'https://www.facebook.com'],
  }),
  storageNames: /^_fb[pc]$/,
  create(id, page) {
    let unload = () => {}
    const call = (...given: unknown[]) => (page.globals.fbq as Queue)(...given)
    return {
      start() {
        const fbq: Queue = Object.assign(
          (...given: unknown[]) => (fbq.callMethod ? fbq.callMethod(...given) : void fbq.queue.push(given)),
          // Prevents its own page views on history changes.
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
