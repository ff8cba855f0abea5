import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DriveFault, type GoogleDriveDouble, startGoogleDrive } from '../../../tests/doubles/google-drive.ts'
import { createGoogleDrive } from './google-drive.ts'
import type { NewGoogleFile } from './port.ts'

let double: GoogleDriveDouble
let token: string
const waits: number[] = []
const consent = { challenge: '', redirectUri: 'http://earshot.test/app/google', state: 'state' }
const verifier = 'a verifier that is long enough to be one of PKCE'
beforeAll(async () => {
  double = await startGoogleDrive()
})
beforeEach(async () => {
  waits.length = 0
  double.state.faults.length = 0
  double.state.files.length = 0
  double.state.uploads.length = 0
  token = await connect()
})
afterAll(() => double.close())

const create = () => {
  const { GOOGLE_OAUTH_BASE, GOOGLE_DRIVE_URL } = double.settings
  return createGoogleDrive({
    fetch: (url, init = {}) => fetch(url, init as RequestInit),
    ...{ clientId: 'client', clientSecret: 'secret', oauthBase: GOOGLE_OAUTH_BASE, apiBase: GOOGLE_DRIVE_URL },
    sleep: async (ms) => void waits.push(ms),
  })
}

async function connect(granted?: string) {
  const { createHash } = await import('node:crypto')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const drive = create()
  const { code } = double.consent(
    drive.getConsentUrl({ ...consent, challenge }),
    granted === undefined ? {} : { granted },
  )
  return drive.exchangeCode({ code, verifier, redirectUri: consent.redirectUri })
}

const sheet = (content = 'Keyword\r\ncold brew\r\n'): NewGoogleFile => ({
  ...{ name: 'cold “brew”', kind: 'spreadsheet' as const },
  content: new TextEncoder().encode(content),
})
const refusedWith = (...faults: DriveFault[]) => {
  double.state.faults.push(...faults)
  return expect(create().createFile(token, sheet())).rejects
}
const reason = (name: string) => ({ options: { reason: name } })

test('HTML becomes a document and CSV a spreadsheet, with the name and a link that opens it', async () => {
  const html = '<h1>Größe</h1>\r\n\r\n<p>東京 & more</p>'
  const document = await create().createFile(token, {
    ...{ name: 'Größe\r\n--x', kind: 'document' },
    content: new TextEncoder().encode(html),
  })
  const table = await create().createFile(token, sheet())
  expect(double.state.files).toMatchObject([
    { name: 'Größe\r\n--x', mimeType: 'application/vnd.google-apps.document', content: html },
    { name: 'cold “brew”', mimeType: 'application/vnd.google-apps.spreadsheet', content: 'Keyword\r\ncold brew\r\n' },
  ])
  expect(document.url).toBe(`https://docs.google.com/document/d/${document.id}/edit?usp=drivesdk`)
  expect(table.url).toBe(`https://docs.google.com/spreadsheets/d/${table.id}/edit?usp=drivesdk`)
  expect(double.state.uploads).toEqual(['multipart', 'multipart'])
})

test('more than one request may carry is sent in a session', async () => {
  const content = `Keyword\r\n${'cold brew coffee\r\n'.repeat(400_000)}`
  await create().createFile(token, sheet(content))
  expect(double.state.uploads).toEqual(['resumable'])
  expect(double.state.files).toHaveLength(1)
  expect(double.state.files[0]!.content).toBe(content)
})

test('an expired access token is replaced once; a consent that ended means connecting again', async () => {
  const drive = create()
  await drive.createFile(token, sheet())
  double.expireAccess()
  await drive.createFile(token, sheet())
  expect(double.state.files).toHaveLength(2)
  await refusedWith({ status: 401 }, { status: 401 }).toMatchObject(reason('google_reconnect'))
  double.endConsent('ada')
  await refusedWith().toMatchObject(reason('google_reconnect'))
})

test('limits of pace are waited for, longer each time, and then said', async () => {
  double.state.faults.push(
    { status: 403, reason: 'userRateLimitExceeded' },
    { status: 429, reason: 'rateLimitExceeded' },
    { status: 403, reason: 'rateLimitExceeded' },
  )
  await create().createFile(token, sheet())
  expect(waits).toEqual([1000, 2000, 4000])
  expect(double.state.files).toHaveLength(1)
  const limit: DriveFault = { status: 403, reason: 'userRateLimitExceeded' }
  await refusedWith(limit, limit, limit, limit).toMatchObject({ code: 'rate_limited', ...reason('google_busy') })
})

test('what Google refuses is said by its reason, and not sent again', async () => {
  await refusedWith({ status: 403, reason: 'storageQuotaExceeded' }).toMatchObject(reason('google_storage_full'))
  await refusedWith({ status: 403, reason: 'domainPolicy' }).toMatchObject(reason('google_blocked'))
  await refusedWith({ status: 403, reason: 'accessNotConfigured' }).toMatchObject(reason('google_not_enabled'))
  await refusedWith({ status: 403, reason: 'insufficientPermissions' }).toMatchObject(reason('google_not_allowed'))
  await refusedWith({ status: 413, reason: 'uploadTooLarge' }).toMatchObject(reason('google_too_large'))
  await refusedWith({ status: 400, reason: 'badRequest' }).toMatchObject(reason('google_refused'))
  expect(double.state.files).toEqual([])
  expect(waits).toEqual([])
})

test('where it isn’t known whether the file is there, nothing is sent twice', async () => {
  await refusedWith({ status: 503, reason: 'backendError' }).toMatchObject(reason('google_uncertain'))
  expect(double.state.uploads).toEqual([])
})

test('a permission that was unchecked is noticed before anything is created', async () => {
  await expect(connect('openid')).rejects.toMatchObject(reason('google_not_allowed'))
})

test('revoking ends the consent, and never throws', async () => {
  const drive = create()
  await drive.revoke(token)
  expect(double.state.revoked).toContain(token)
  await expect(drive.createFile(token, sheet())).rejects.toMatchObject(reason('google_reconnect'))
  await drive.revoke('unknown')
})
