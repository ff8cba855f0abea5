import { loadScript, type Person, type Vendor } from './tracker.ts'

type Queue = ((...given: unknown[]) => void) & { q: unknown[]; c(given: unknown[]): void }

/** User attributes sent to Intercom: identity with its HMAC, and the plan. */
const facts = ({ id, hash, email, name, created_at, plan }: Person) => ({
  user_id: id,
  user_hash: hash,
  email,
  name,
  created_at: Math.floor(Date.parse(created_at) / 1000),
  ...Object.fromEntries(Object.entries(plan).map(([field, value]) => [`plan_${field}`, value])),
})

/** The Intercom messenger, with identity verification. */
export const intercom: Vendor<string> = {
  name: 'Intercom',
  category: 'chat',
  sources: () => ({
    script: ['https://app.intercom.io', 'https://widget.intercom.io', 'https://js.intercomcdn.com'],
    connect: [
      'https://via.intercom.io',
      ...['api', 'api.au', 'api.eu', 'api-iam', 'api-iam.eu', 'api-iam.au', 'api-ping'].map(
        (name) => `https://${name}.intercom.io`,
      ),
      ...['nexus-websocket-a', 'nexus-websocket-b', 'nexus-europe-websocket', 'nexus-australia-websocket'].flatMap(
        (name) => [`https://${name}.intercom.io`, `wss://${name}.intercom.io`],
      ),
      'https://*.intercom-messenger.com',
      'wss://*.intercom-messenger.com',
      'https://uploads.intercomcdn.com',
      'https://uploads.intercomcdn.eu',
      'https://uploads.au.intercomcdn.com',
      'https://uploads.eu.intercomcdn.com',
      'https://uploads.intercomusercontent.com',
    ],
    frame: [
      'https://intercom-sheets.com',
      'https://www.intercom-reporting.com',
      'https://www.youtube.com',
      'https://player.vimeo.com',
      'https://fast.wistia.net',
    ],
    font: ['https://js.intercomcdn.com', 'https://fonts.intercomcdn.com'],
    media: ['https://js.intercomcdn.com', 'https://downloads.intercomcdn.com'],
    img: [
      'https://js.intercomcdn.com',
      'https://static.intercomassets.com',
      'https://downloads.intercomcdn.com',
      'https://uploads.intercomusercontent.com',
      'https://gifs.intercomcdn.com',
      'https://video-messages.intercomcdn.com',
      'https://messenger-apps.intercom.io',
      'https://*.intercom-attachments-5.com',
      'https://*.intercom-attachments-6.com',
      'https://*.intercom-attachments-9.com',
    ],
  }),
  storageNames: /^intercom[-.].*/,
  create(id, page) {
    let unload = () => {}
    let known: Person | null = null
    const call = (...given: unknown[]) => (page.globals.Intercom as Queue)(...given)
    return {
      start(who) {
        const queue: Queue = Object.assign((...given: unknown[]) => queue.c(given), {
          q: [] as unknown[],
          c: (given: unknown[]) => void queue.q.push(given),
        })
        page.globals.Intercom = queue
        unload = loadScript(page, `https://widget.intercom.io/widget/${encodeURIComponent(id)}`)
        call('boot', { app_id: id, ...(who && facts(who)) })
        known = who
      },
      page: () => call('update'),
      person(person) {
        if (person && known?.id === person.id) call('update', facts(person))
        else {
          // Another person's conversation must not stay open for the next one.
          call('shutdown')
          if (person) call('boot', { app_id: id, ...facts(person) })
        }
        known = person
      },
      stop() {
        call('shutdown')
        unload()
      },
    }
  },
}
