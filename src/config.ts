import { isIP } from 'node:net'
import { z } from 'zod'

/**
 * Settings from the environment: the only reader of process.env. Every one is optional; a malformed value stops the
 * start with one sentence naming the variable.
 */

export const processRoles = ['web', 'api', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const optional = <T extends z.ZodType>(schema: T) => schema.optional()
const httpUrl = z
  .string()
  .refine(
    (value) => /^https?:\/\/[^\s/?#]+/.test(value) && URL.canParse(value),
    'must be an http(s) URL such as https://example.com',
  )
  .transform((value) => value.replace(/\/+$/, ''))
/** `scheme://host[:port]`, possibly with `{lang}` in the host. */
const vendorUrl = z
  .string()
  .refine(
    (value) => /^https?:\/\/[^\s/?#]+\/?$/.test(value) && URL.canParse(value.replace('{lang}', 'en')),
    'must be scheme://host[:port] such as https://example.com',
  )
  .transform((value) => value.replace(/\/+$/, ''))
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65535, 'must be a port number from 0 to 65535')
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
const text = z.string()
/** US dollars for a million tokens. */
const price = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be a number such as 2.5')
  .transform(Number)
const count = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1')
  .transform(Number)
/** The id becomes part of script URLs. */
const trackerId = z.string().regex(/^[\w-]{1,100}$/, 'must be an id of letters, digits, - and _')
/** Keys and secrets are pasted: stray whitespace is reported at the start and not by the first payment that fails. */
const oneWord = z.string().regex(/^\S+$/, 'must be one word without spaces or line breaks')
const stripeKey = oneWord.refine(
  (key) => !key.startsWith('pk_') && !key.startsWith('whsec_'),
  'must be a secret key (sk_… or rk_…), not a publishable key or a webhook secret',
)
const postgresUrl = z
  .string()
  .refine(
    (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
    'must be a PostgreSQL URL such as postgres://user:password@host:5432/name',
  )
const modelProvider = z.enum(
  ['openai', 'anthropic', 'google', 'openai-compatible', 'ollama', 'builtin'],
  'must be one of openai, anthropic, google, openai-compatible, ollama, builtin',
)

const cidrOrHost = /^(\[?[0-9a-fA-F:.]+\]?(\/\d{1,3})?|[A-Za-z0-9*_.-]+)(:\d{1,5})?$/
const hosts = list.refine(
  (items) => items.every((item) => cidrOrHost.test(item)),
  'must be hosts or CIDRs separated by commas',
)
/** Those whose word on the client's address counts are known by their own address, never by a name. */
const proxies = list.refine(
  (items) => items.every(isAddressOrRange),
  'must be IP addresses or CIDRs separated by commas',
)

function isAddressOrRange(item: string) {
  const [address = '', bits, ...more] = item.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const environment = z.object({
  /** Set by scripts/run.js for the process it starts. */
  EARSHOT_LAUNCHER_PID: optional(
    z
      .string()
      .regex(/^\d{1,10}$/, 'must be a process id')
      .transform(Number),
  ),
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: optional(httpUrl),
  API_URL: optional(httpUrl),
  /** Chromium, Chrome or Edge for PDFs. Default: the one installed in the usual place. */
  CHROMIUM_PATH: optional(text),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: optional(postgresUrl),
  /** The server itself, where DATABASE_URL leads through a pooler that hands out connections for a transaction only. */
  DATABASE_DIRECT_URL: optional(postgresUrl),
  /** A streaming replica that answers reads of finished reports and of published posts. */
  DATABASE_REPLICA_URL: optional(postgresUrl),
  /** Further behind than this, the replica isn't asked. */
  DATABASE_REPLICA_MAX_LAG_SECONDS: count.default(5),
  /** Connections of one process at most, beside the few of its job queue and signals. */
  DATABASE_CONNECTIONS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a number from 2 to 999')
    .transform(Number)
    .refine((value) => value >= 2, 'must be a number from 2 to 999')
    .default(20),
  ROLES: list
    .refine(
      (items) => items.length > 0 && items.every((item) => (processRoles as readonly string[]).includes(item)),
      'must be one or more of web, api, worker, separated by commas',
    )
    .transform((items) => [...new Set(items)] as ProcessRole[])
    .default([...processRoles]),
  SECRET_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be one of trace, debug, info, warn, error, fatal, silent',
    )
    .default('info'),
  OWNER_EMAIL: optional(z.email('must be an email such as name@example.com')),
  OWNER_PASSWORD: optional(z.string().min(10, 'must have at least 10 characters')),
  DEFAULT_PLAN: z
    .string()
    .regex(/^[a-z0-9_]{1,40}$/, 'must be the name of a plan such as free')
    .default('free'),
  LLM_PROVIDER: optional(modelProvider),
  LLM_BASE_URL: optional(httpUrl),
  LLM_API_KEY: optional(text),
  LLM_MODEL: optional(text),
  /** The same vendor's model for embeddings, where it isn't the usual one. */
  LLM_EMBEDDING_MODEL: optional(text),
  /** US dollars for a million tokens of LLM_MODEL, where the catalogue doesn't know them. */
  LLM_INPUT_PRICE: optional(price),
  LLM_OUTPUT_PRICE: optional(price),
  /** Requests of batches a minute, of all workers together. Unset: as many as the model takes. */
  LLM_REQUESTS_PER_MINUTE: optional(count),
  /** Items of batches that one model writes at once, by all workers together. */
  BATCH_LANES: count.refine((value) => value <= 64, 'must be a number from 1 to 64').default(4),
  LLM_FALLBACK_PROVIDER: optional(modelProvider),
  LLM_FALLBACK_BASE_URL: optional(httpUrl),
  LLM_FALLBACK_API_KEY: optional(text),
  LLM_FALLBACK_MODEL: optional(text),
  /** Milliseconds between two requests of crawls to one host: a second, and a little for the network. */
  CRAWL_GAP_MS: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number of milliseconds from 0 to 99999')
    .default('1050')
    .transform(Number),
  /** Engines whose answers are watched. Without a key, the key of the same vendor elsewhere. */
  OPENAI_ANSWERS_URL: optional(vendorUrl),
  OPENAI_ANSWERS_KEY: optional(oneWord),
  OPENAI_ANSWERS_MODEL: optional(oneWord),
  ANTHROPIC_ANSWERS_URL: optional(vendorUrl),
  ANTHROPIC_ANSWERS_KEY: optional(oneWord),
  ANTHROPIC_ANSWERS_MODEL: optional(oneWord),
  GOOGLE_ANSWERS_URL: optional(vendorUrl),
  GOOGLE_ANSWERS_KEY: optional(oneWord),
  GOOGLE_ANSWERS_MODEL: optional(oneWord),
  PERPLEXITY_ANSWERS_URL: optional(vendorUrl),
  PERPLEXITY_ANSWERS_KEY: optional(oneWord),
  PERPLEXITY_ANSWERS_MODEL: optional(oneWord),
  DATAFORSEO_CHATGPT_ANSWERS_URL: optional(vendorUrl),
  DATAFORSEO_CHATGPT_ANSWERS_KEY: optional(oneWord),
  DATAFORSEO_CHATGPT_ANSWERS_MODEL: optional(oneWord),
  DATAFORSEO_GEMINI_ANSWERS_URL: optional(vendorUrl),
  DATAFORSEO_GEMINI_ANSWERS_KEY: optional(oneWord),
  DATAFORSEO_GEMINI_ANSWERS_MODEL: optional(oneWord),
  GOOGLE_SUGGEST_URL: optional(vendorUrl),
  BING_SUGGEST_URL: optional(vendorUrl),
  DUCKDUCKGO_SUGGEST_URL: optional(vendorUrl),
  YOUTUBE_SUGGEST_URL: optional(vendorUrl),
  WIKIPEDIA_URL: optional(vendorUrl),
  WIKIMEDIA_METRICS_URL: optional(vendorUrl),
  STACKEXCHANGE_URL: optional(vendorUrl),
  REDDIT_URL: optional(vendorUrl),
  REDDIT_CLIENT_ID: optional(oneWord),
  REDDIT_CLIENT_SECRET: optional(oneWord),
  SEARXNG_URL: optional(httpUrl),
  DATAFORSEO_URL: optional(vendorUrl),
  DATAFORSEO_LOGIN: optional(text),
  DATAFORSEO_PASSWORD: optional(text),
  WEBFLOW_URL: optional(vendorUrl),
  SERPAPI_URL: optional(vendorUrl),
  SERPAPI_KEY: optional(text),
  SERPER_URL: optional(vendorUrl),
  SERPER_API_KEY: optional(text),
  /** In the User-Agent next to PUBLIC_URL, so that vendors can reach the administrator. */
  BOT_CONTACT: optional(
    z
      .string()
      .regex(
        /^(?:https?:\/\/[^\s();]+|[^\s();@]+@[^\s();@]+\.[^\s();@]+)$/,
        'must be an email or a URL such as https://example.com/contact',
      ),
  ),
  /** Shown to visitors at /contact. */
  CONTACT_EMAIL: optional(z.email('must be an email such as name@example.com')),
  /** Bearer token for /metrics. Needed where PUBLIC_URL isn't this machine's own name. */
  METRICS_TOKEN: optional(oneWord.refine((token) => token.length >= 16, 'must have at least 16 characters')),
  OUTBOUND_ALLOW: hosts.default([]),
  /** Whether search engines are told of posts that change (IndexNow). Only public https addresses are sent. */
  INDEXNOW: z.enum(['on', 'off'], 'must be on or off').default('on'),
  INDEXNOW_URL: optional(httpUrl),
  S3_ENDPOINT: optional(httpUrl),
  S3_BUCKET: optional(text),
  S3_REGION: optional(text),
  S3_ACCESS_KEY_ID: optional(text),
  S3_SECRET_ACCESS_KEY: optional(text),
  /** Largest archive of a workspace that is taken in, in millions of bytes. */
  ARCHIVE_MAX_MB: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a number of megabytes from 1 to 999999')
    .default('2000')
    .transform(Number),
  SMTP_URL: optional(
    z
      .string()
      .refine(
        (value) => /^smtps?:\/\/[^\s]+$/.test(value) && URL.canParse(value),
        'must be a URL such as smtp://user:password@host:587',
      ),
  ),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be a sender such as Earshot <mail@example.com>',
    )
    .default('Earshot <earshot@localhost>'),
  TRUSTED_PROXIES: proxies.default([]),
  STRIPE_SECRET_KEY: optional(stripeKey),
  STRIPE_WEBHOOK_SECRET: optional(oneWord),
  STRIPE_AE_SECRET_KEY: optional(stripeKey),
  STRIPE_AE_WEBHOOK_SECRET: optional(oneWord),
  STRIPE_API_BASE: optional(httpUrl),
  COINBASE_KEY_ID: optional(text),
  COINBASE_KEY_SECRET: optional(text),
  COINBASE_API_BASE: optional(httpUrl),
  COINBASE_WEBHOOK_SECRET: optional(text),
  CNAME_TARGET: optional(z.string().regex(/^[A-Za-z0-9.-]+$/, 'must be a host name')),
  DNS_SERVER: optional(z.string().regex(/^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+):\d{1,5}$/, 'must be host:port')),
  GOOGLE_CLIENT_ID: optional(text),
  /** Of the same client: lets people connect Search Console, and Google Drive where GOOGLE_DRIVE is on. */
  GOOGLE_CLIENT_SECRET: optional(oneWord),
  /** Google’s hosts for consent and tokens, and for Search Console. */
  GOOGLE_OAUTH_BASE: optional(vendorUrl),
  SEARCH_CONSOLE_URL: optional(vendorUrl),
  /** Whether people can export to Google Docs and Sheets with that client. Its project needs the Drive API. */
  GOOGLE_DRIVE: z.enum(['on', 'off'], 'must be on or off').default('off'),
  GOOGLE_DRIVE_URL: optional(vendorUrl),
  /** In place of Google's own hosts for signing in: a double of it in tests. */
  GOOGLE_IDENTITY_URL: optional(vendorUrl),
  EVENTS_HOST: optional(httpUrl),
  EVENTS_PUBLIC_KEY: optional(text),
  EVENTS_WORKSPACE_ID: optional(text),
  POSTHOG_KEY: optional(trackerId),
  POSTHOG_HOST: optional(httpUrl),
  META_PIXEL_ID: optional(trackerId),
  TIKTOK_PIXEL_ID: optional(trackerId),
  GA_MEASUREMENT_ID: optional(trackerId),
  MESSENGER_APP_ID: optional(trackerId),
  MESSENGER_SECRET: optional(text),
  CHAT_WIDGET_ID: optional(trackerId),
  /** People's documents are copied to this project's Firestore, as the service account of FIRESTORE_CREDENTIALS. */
  FIRESTORE_PROJECT_ID: optional(z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be a project id such as my-project')),
  FIRESTORE_CREDENTIALS: optional(text),
  FIRESTORE_URL: optional(vendorUrl),
})

export type Config = z.output<typeof environment>

/** @throws ConfigError with one sentence naming the variable. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  // An empty variable is an unset one: `PORT= npm start` means the default.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new ConfigError(`${String(issue.path[0])} ${issue.message.replace(/\.$/, '')}.`)
  }
  const config = parsed.data
  if (config.ROLES.length < processRoles.length && !config.DATABASE_URL) {
    throw new ConfigError('ROLES lists only some roles, so DATABASE_URL must be the database they share.')
  }
  if (config.DATABASE_DIRECT_URL && !config.DATABASE_URL) {
    throw new ConfigError('DATABASE_DIRECT_URL needs DATABASE_URL: it’s the direct connection behind that pooler.')
  }
  if (config.DATABASE_REPLICA_URL && !config.DATABASE_URL) {
    throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL: it’s a replica of that database.')
  }
  if (config.ROLES.includes('web') && !config.ROLES.includes('api') && !config.API_URL) {
    throw new ConfigError('ROLES has web without api, so API_URL must be the URL of the API.')
  }
  const bucket = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const unset = bucket.filter((name) => !config[name])
  if (unset.length > 0 && unset.length < bucket.length)
    throw new ConfigError(`${unset[0]} is missing. Set all of ${bucket.join(', ')}.`)
  if (Boolean(config.REDDIT_CLIENT_ID) !== Boolean(config.REDDIT_CLIENT_SECRET)) {
    throw new ConfigError(
      `${config.REDDIT_CLIENT_ID ? 'REDDIT_CLIENT_SECRET' : 'REDDIT_CLIENT_ID'} is missing. Set both REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET.`,
    )
  }
  if (config.GOOGLE_DRIVE === 'on' && !(config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET)) {
    throw new ConfigError(
      `${config.GOOGLE_CLIENT_ID ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID'} is missing. GOOGLE_DRIVE=on needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`,
    )
  }
  if (Boolean(config.FIRESTORE_PROJECT_ID) !== Boolean(config.FIRESTORE_CREDENTIALS)) {
    throw new ConfigError(
      `${config.FIRESTORE_PROJECT_ID ? 'FIRESTORE_CREDENTIALS' : 'FIRESTORE_PROJECT_ID'} is missing. Set both FIRESTORE_PROJECT_ID and FIRESTORE_CREDENTIALS.`,
    )
  }
  if (Boolean(config.OWNER_EMAIL) !== Boolean(config.OWNER_PASSWORD)) {
    throw new ConfigError(
      `${config.OWNER_EMAIL ? 'OWNER_PASSWORD' : 'OWNER_EMAIL'} is missing. Set both OWNER_EMAIL and OWNER_PASSWORD.`,
    )
  }
  return config
}
