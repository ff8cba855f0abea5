import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('every setting is optional, and an empty variable counts as unset', () => {
  expect(readConfig({})).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', DATA_DIR: './data', DEFAULT_PLAN: 'free' })
  expect(readConfig({ PORT: '', LOG_LEVEL: ' ' })).toMatchObject({ PORT: 3000, LOG_LEVEL: 'info' })
  expect(readConfig({ SOMETHING_ELSE: '???' }).PORT).toBe(3000)
})

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'nope'],
  ['API_URL', 'ftp://example.com'],
  ['DATABASE_URL', 'mysql://example.com/x'],
  ['DATABASE_REPLICA_URL', 'replica:5432'],
  ['DATABASE_REPLICA_MAX_LAG_SECONDS', '0'],
  ['ROLES', 'web,cook'],
  ['SECRET_KEY', 'short'],
  ['LOG_LEVEL', 'loud'],
  ['DEFAULT_PLAN', 'The best'],
  ['LLM_PROVIDER', 'oracle'],
  ['LLM_BASE_URL', 'nope'],
  ['GOOGLE_SUGGEST_URL', 'http://example.com/path'],
  ['SEARXNG_URL', 'searx.example'],
  ['WIKIPEDIA_URL', '{lang}.wikipedia.org'],
  ['REDDIT_URL', 'www.reddit.com'],
  ['REDDIT_CLIENT_ID', 'two words'],
  ['REDDIT_CLIENT_SECRET', 'two\nlines'],
  ['BOT_CONTACT', 'Ada Lovelace'],
  ['BOT_CONTACT', 'ada@example.com; wget'],
  ['CONTACT_EMAIL', 'Ada Lovelace'],
  ['OUTBOUND_ALLOW', 'a b'],
  ['TRUSTED_PROXIES', 'proxy.example.com'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['STRIPE_API_BASE', 'nope'],
  ['S3_ENDPOINT', 'nope'],
  ['SMTP_URL', 'http://example.com'],
  ['MAIL_FROM', 'nobody'],
  ['CNAME_TARGET', 'a b'],
  ['DNS_SERVER', '127.0.0.1'],
  ['GOOGLE_DRIVE', 'yes'],
  ['GOOGLE_DRIVE_URL', 'www.googleapis.com'],
  ['EVENTS_HOST', 'nope'],
  ['POSTHOG_HOST', 'nope'],
])('%s=%s throws one sentence that begins with the setting’s name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} (?:must|names) [^.]+(?:\\.[^. ]+)*\\.$`))
})

test('a setting that needs another one names the missing one', () => {
  expect(() => readConfig({ OWNER_EMAIL: 'ada@example.com' })).toThrow(/^OWNER_PASSWORD is missing/)
  expect(() => readConfig({ S3_BUCKET: 'files' })).toThrow(/^S3_ACCESS_KEY_ID is missing/)
  expect(() => readConfig({ REDDIT_CLIENT_ID: 'app' })).toThrow(/^REDDIT_CLIENT_SECRET is missing/)
  expect(() => readConfig({ REDDIT_CLIENT_SECRET: 'secret' })).toThrow(/^REDDIT_CLIENT_ID is missing/)
  expect(() => readConfig({ GOOGLE_DRIVE: 'on' })).toThrow(/^GOOGLE_CLIENT_ID is missing/)
  expect(() => readConfig({ GOOGLE_DRIVE: 'on', GOOGLE_CLIENT_ID: 'id' })).toThrow(/^GOOGLE_CLIENT_SECRET is missing/)
  expect(() => readConfig({ ROLES: 'worker' })).toThrow(/DATABASE_URL/)
  expect(() => readConfig({ DATABASE_REPLICA_URL: 'postgres://replica/earshot' })).toThrow(/needs DATABASE_URL/)
})

test('MAIL_FROM and TRUSTED_PROXIES accept their usual formats', () => {
  expect(readConfig({ MAIL_FROM: 'Earshot <mail@example.com>' }).MAIL_FROM).toBe('Earshot <mail@example.com>')
  expect(readConfig({ MAIL_FROM: 'mail@example.com' }).MAIL_FROM).toBe('mail@example.com')
  expect(readConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8' }).TRUSTED_PROXIES).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    '::1',
    'fd00::/8',
  ])
})
