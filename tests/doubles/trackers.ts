import type { BrowserContext } from 'playwright-core'

/**
 * The trackers' hosts inside the browser: records every third-party request and responds with a minimal version of the
 * vendor's script, which sends the queued calls to its vendor like the real one.
 */

const fromArray = 'const take = (list) => { for (const item of list.splice(0)) handle(item) }; '

const scripts: { at: RegExp; body: string }[] = [
  {
    at: /^https:\/\/(?:us-assets\.i\.posthog\.com|ph\.example\.net)\/static\/array\.js$/,
    body: `(() => {
      const [key, settings] = posthog._i[0]
      let out = false
      const send = (event, properties) => !out && fetch(settings.api_host + '/e/', { method: 'POST', body: JSON.stringify({ api_key: key, event, properties, settings }) })
      const real = {
        capture: send,
        identify: (id, set) => send('$identify', { id, set }),
        reset: () => send('$reset', {}),
        opt_out_capturing: () => { out = true },
      }
      document.cookie = 'ph_' + key + '_posthog=1; path=/'
      const waiting = posthog.splice(0)
      window.posthog = real
      for (const [name, ...given] of waiting) real[name](...given)
    })()`,
  },
  {
    at: /^https:\/\/connect\.facebook\.net\/en_US\/fbevents\.js$/,
    body: `(() => {
      let id = null, revoked = false
      document.cookie = '_fbp=fb.1; path=/'
      fbq.callMethod = (name, ...given) => {
        if (name === 'init') id = given[0]
        else if (name === 'consent') revoked = given[0] === 'revoke'
        else if (name === 'track' && !revoked) new Image().src = 'https://www.facebook.com/tr/?id=' + id + '&ev=' + given[0] + '&dl=' + encodeURIComponent(location.href)
      }
      for (const given of fbq.queue.splice(0)) fbq.callMethod(...given)
    })()`,
  },
  {
    at: /^https:\/\/analytics\.tiktok\.com\/i18n\/pixel\/events\.js\?/,
    body: `(() => {
      const [id] = Object.keys(ttq._i)
      let out = false
      document.cookie = '_ttp=1; path=/'
      const handle = ([name]) => {
        if (name === 'disableCookie' || name === 'revokeConsent') out = true
        else if (name === 'page' && !out) fetch('https://analytics.tiktok.com/api/v2/pixel?sdkid=' + id + '&event=Pageview', { mode: 'no-cors' })
      }
      ${fromArray}
      take(ttq)
      ttq.push = handle
      for (const name of ttq.methods) ttq[name] = (...given) => handle([name, ...given])
    })()`,
  },
  {
    at: /^https:\/\/www\.googletagmanager\.com\/gtag\/js\?/,
    body: `(() => {
      let id = null
      document.cookie = '_ga=1; path=/'
      const handle = (given) => {
        if (Object.prototype.toString.call(given) !== '[object Arguments]') return
        if (given[0] === 'config') id = given[1]
        if (given[0] === 'event' && !window['ga-disable-' + id])
          fetch('https://region1.google-analytics.com/g/collect?tid=' + id + '&en=' + given[1] + '&dl=' + encodeURIComponent(given[2].page_location), { method: 'POST', mode: 'no-cors' })
      }
      ${fromArray}
      take(dataLayer)
      dataLayer.push = (...items) => items.forEach(handle)
    })()`,
  },
  {
    at: /^https:\/\/widget\.intercom\.io\/widget\//,
    body: `(() => {
      const handle = (given) => fetch('https://api-iam.intercom.io/messenger/web/ping', { method: 'POST', body: JSON.stringify([...given]) })
      ${fromArray}
      document.cookie = 'intercom-session-x=1; path=/'
      const waiting = Intercom.q
      window.Intercom = (...given) => handle(given)
      take(waiting)
    })()`,
  },
  {
    at: /^https:\/\/client\.crisp\.chat\/l\.js$/,
    body: `(() => {
      const handle = ([name, ...given]) => fetch('https://client.crisp.chat/settings/website/' + CRISP_WEBSITE_ID + '/?' + name + '=' + given[0])
      ${fromArray}
      document.cookie = 'crisp-client%2Fsession=1; path=/'
      take($crisp)
      $crisp.push = handle
      handle(['ready'])
    })()`,
  },
]

export type Asked = { url: string; body: string }

/** Intercepts every host except `origin`, and returns the list of requests. */
export async function answerAsTrackers(context: BrowserContext, origin: string): Promise<Asked[]> {
  const asked: Asked[] = []
  await context.route(
    (url) => url.origin !== origin && /^https?:$/.test(url.protocol),
    async (route) => {
      const request = route.request()
      asked.push({ url: request.url(), body: request.postData() ?? '' })
      const script = scripts.find(({ at }) => at.test(request.url()))
      await route.fulfill({
        status: script ? 200 : 204,
        contentType: 'text/javascript',
        headers: { 'Access-Control-Allow-Origin': '*' },
        body: script?.body ?? '',
      })
    },
  )
  return asked
}
