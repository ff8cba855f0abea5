import { statfs } from 'node:fs/promises'
import type { Database } from '#platform/database/database.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { CardPayments } from '#providers/card-payments/port.ts'
import type { CryptoPayments } from '#providers/crypto-payments/port.ts'
import type { LanguageModel, ModelFacts, ModelLife } from '#providers/language-model/port.ts'
import type { SearchSource } from '#providers/search-data/port.ts'
import type { HealthItem } from './contract.ts'
import { findOldestDue, readDatabaseVersion } from './store/store.ts'

/** One connection that can be tested: it says what it found, or throws with a sentence. */
export type HealthCheck = {
  id: string
  label: string
  /** Whether its answer may cost money. */
  charges?: boolean
  run(signal: AbortSignal): Promise<Pick<HealthItem, 'state' | 'message'>>
}

const timeoutMs = 8000
const minFreeBytes = 1_000_000_000
const maxQueueWaitMs = 60_000
/** Sources without a connection to test. */
const local = new Set(['imported', 'patterns', 'sample'])

export type HealthSettings = {
  db: Database
  dataDir: string
  storage: Storage
  mailer: Mailer
  /** The main and fallback model; empty when the built-in writer is used. */
  models: { role: 'main' | 'fallback'; model: LanguageModel }[]
  /** What is known of how long a model stays, what it holds and costs. */
  modelLife: FindModelLife
  sources: Iterable<SearchSource>
  /** Payment providers. */
  paying: { cards: { stripe: CardPayments; stripe_ae: CardPayments }; crypto: CryptoPayments }
}

export function healthChecks({
  db,
  dataDir,
  storage,
  mailer,
  models,
  modelLife,
  sources,
  paying,
}: HealthSettings): HealthCheck[] {
  // All products of a vendor are one account: asked once.
  const remoteSources = [...sources].filter((source) => !local.has(source.id) && !source.parentId)
  return [
    {
      id: 'database',
      label: 'Database',
      run: async () => ({ state: 'ok', message: `PostgreSQL ${await readDatabaseVersion(db)} answers.` }),
    },
    { id: 'disk', label: 'Disk', run: () => checkDisk(dataDir) },
    { id: 'files', label: 'Files', run: async () => ({ state: 'ok', message: await storage.check() }) },
    { id: 'queue', label: 'Job queue', run: () => checkQueue(db) },
    { id: 'mail', label: 'Email', run: () => checkMail(mailer) },
    ...modelChecks(models, modelLife),
    { id: 'stripe', label: 'Stripe', run: () => checkCards(paying.cards.stripe) },
    { id: 'stripe_ae', label: 'Stripe, second account', run: () => checkCards(paying.cards.stripe_ae) },
    { id: 'coinbase', label: 'Coinbase', run: (signal) => checkCrypto(paying.crypto, signal) },
    ...remoteSources.map((source) => ({
      id: `source:${source.id}`,
      label: source.label,
      charges: source.unavailable === null && source.costPerAskUsd > 0,
      run: (signal: AbortSignal) => checkSource(source, signal),
    })),
  ]
}

/** Never throws: what went wrong is the answer. */
export async function runCheck({ id, label, run }: HealthCheck): Promise<HealthItem> {
  const started = performance.now()
  const signal = AbortSignal.timeout(timeoutMs)
  const tooLate = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error(`No answer within ${timeoutMs / 1000} seconds.`)), {
      once: true,
    }),
  )
  const found = await Promise.race([run(signal), tooLate]).catch((error: unknown) => ({
    state: 'failed' as const,
    message: error instanceof Error ? error.message : 'It failed without a reason.',
  }))
  return { id, label, ...found, ms: Math.round(performance.now() - started) }
}

async function checkDisk(dataDir: string): Promise<Pick<HealthItem, 'state' | 'message'>> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const gigabytes = `${(free / 1e9).toFixed(1)} GB free in DATA_DIR`
  return free < minFreeBytes
    ? { state: 'warn', message: `Only ${gigabytes}. Free up space before the database runs out.` }
    : { state: 'ok', message: `${gigabytes}.` }
}

async function checkQueue(db: Database): Promise<Pick<HealthItem, 'state' | 'message'>> {
  const due = await findOldestDue(db)
  if (!due) return { state: 'ok', message: 'No jobs waiting.' }
  const waitedMs = Date.now() - due.getTime()
  const seconds = Math.max(0, Math.round(waitedMs / 1000))
  return waitedMs > maxQueueWaitMs
    ? { state: 'warn', message: `A job has waited for ${seconds} s: is a process with the worker role running?` }
    : { state: 'ok', message: `The oldest waiting job has waited for ${seconds} s.` }
}

async function checkMail(mailer: Mailer): Promise<Pick<HealthItem, 'state' | 'message'>> {
  const way = await mailer.verify().catch((cause: Error) => {
    throw new Error(`The email server refused the connection: ${cause.message.replace(/\.?$/, '.')} Check SMTP_URL.`, {
      cause,
    })
  })
  return way === 'smtp'
    ? { state: 'ok', message: 'The email server answers and accepts the sign-in.' }
    : { state: 'off', message: 'SMTP_URL isn’t set. Emails are saved as files in DATA_DIR/outbox and reach nobody.' }
}

type FindModelLife = (provider: string, model: string, day: Date, facts: ModelFacts | null) => ModelLife

function modelChecks(models: Parameters<typeof healthChecks>[0]['models'], modelLife: FindModelLife): HealthCheck[] {
  if (models.length === 0) return [{ id: 'model', label: 'Language model', run: async () => noModel }]
  const lives = models.filter(({ model }) => describedVendors.has(model.provider))
  return [...models.map(answerCheck), ...lives.map((part) => lifeCheck(part, modelLife))]
}

/** The other providers run self-hosted models, which have no shutdown dates. */
const describedVendors = new Set(['openai', 'anthropic', 'google'])

/** Whether the model will still be there, and what it holds and costs. Asks the vendor's list of models, which is free. */
function lifeCheck(
  { role, model }: { role: 'main' | 'fallback'; model: LanguageModel },
  modelLife: FindModelLife,
): HealthCheck {
  return {
    id: role === 'main' ? 'model:life' : 'model:fallback:life',
    label: role === 'main' ? 'Model availability' : 'Fallback availability',
    run: async (signal) => {
      const facts = await model.describe(signal)
      const { state, message } = modelLife(model.provider, model.model, new Date(), facts)
      return { state: state === 'current' ? 'ok' : 'warn', message }
    },
  }
}

function answerCheck({ role, model }: { role: 'main' | 'fallback'; model: LanguageModel }): HealthCheck {
  return {
    id: role === 'main' ? 'model' : 'model:fallback',
    label: role === 'main' ? 'Language model' : 'Fallback model',
    charges: true,
    run: async (signal) => {
      const answered = await model.check(signal)
      return { state: 'ok', message: `${answered.model} (${answered.provider}) answers.` }
    },
  }
}

const noModel: Pick<HealthItem, 'state' | 'message'> = {
  state: 'off',
  message:
    'LLM_PROVIDER isn’t set. The built-in writer (not an AI model) makes sourced research drafts from the pages of reports.',
}

async function checkCards(account: CardPayments): Promise<Pick<HealthItem, 'state' | 'message'>> {
  // Half of it set is a mistake, none of it a choice.
  if (account.unavailable) {
    const half = account.webhookReady || !account.unavailable.includes('WEBHOOK')
    return { state: half ? 'warn' : 'off', message: `${account.unavailable} Card payments through it are off.` }
  }
  const { testMode } = await account.check()
  return { state: 'ok', message: testMode ? 'Stripe answers, in test mode. No money moves.' : 'Stripe answers.' }
}

async function checkCrypto(
  crypto: CryptoPayments,
  signal: AbortSignal,
): Promise<Pick<HealthItem, 'state' | 'message'>> {
  if (crypto.unavailable) return { state: 'off', message: crypto.unavailable }
  await crypto.check(signal)
  return crypto.webhookReady
    ? { state: 'ok', message: 'Coinbase answers.' }
    : {
        state: 'warn',
        message: 'Coinbase answers, but COINBASE_WEBHOOK_SECRET isn’t set. Crypto payments are off.',
      }
}

async function checkSource(source: SearchSource, signal: AbortSignal): Promise<Pick<HealthItem, 'state' | 'message'>> {
  if (source.unavailable !== null) return { state: 'off', message: source.unavailable }
  const answer = await source.ask('coffee', { country: 'US', language: 'en' }, { signal, fresh: true })
  const rows = answer.suggestions.length + answer.discussions.length + answer.pages.length
  const charge = answer.costUsd ?? source.costPerAskUsd
  const cost = charge > 0 ? ` The test cost $${charge}.` : ''
  return rows > 0
    ? { state: 'ok', message: `Returned ${rows} ${rows === 1 ? 'row' : 'rows'} for “coffee”.${cost}` }
    : { state: 'warn', message: `Returned no results for “coffee”.${cost}` }
}
