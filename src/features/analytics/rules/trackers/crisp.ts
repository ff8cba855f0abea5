import { loadScript, type Vendor } from './tracker.ts'

/** The Crisp chat widget. Gets no user data. */
export const crisp: Vendor<string> = {
  name: 'Crisp',
  category: 'chat',
  sources: () => {
    const client = 'https://client.crisp.chat'
    return {
      script: [client],
      style: [client],
      font: [client],
      worker: [client, 'blob:'],
      media: [client],
      img: [client, 'https://image.crisp.chat', 'https://storage.crisp.chat'],
      frame: ['https://assets.crisp.chat'],
      connect: [
        client,
        'https://storage.crisp.chat',
        'wss://client.relay.crisp.chat',
        'wss://client.relay.rescue.crisp.chat',
        'wss://stream.relay.crisp.chat',
      ],
    }
  },
  storageNames: /^crisp-client.*/,
  create(id, page) {
    let unload = () => {}
    let signedIn = false
    const call = (...given: unknown[]) => (page.globals.$crisp as { push(given: unknown[]): void }).push(given)
    return {
      start(who) {
        page.globals.$crisp = []
        page.globals.CRISP_WEBSITE_ID = id
        unload = loadScript(page, 'https://client.crisp.chat/l.js')
        call('safe', true)
        signedIn = who !== null
      },
      page: () => undefined,
      person(person) {
        if (!person && signedIn) call('do', 'session:reset')
        signedIn = person !== null
      },
      stop() {
        call('do', 'session:reset')
        call('do', 'chat:hide')
        unload()
      },
    }
  },
}
