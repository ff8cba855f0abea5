import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import type { RunDetails } from '#features/notifications/run-changes.ts'
import type { Deliveries } from '#features/notifications/webhook-deliveries.ts'
import type { Plans } from '#features/plans/service.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { KeepAnswer } from '#platform/idempotency.ts'
import type { Signals } from '#platform/notify-signals.ts'
import { type Outbound, OutboundError } from '#platform/outbound-fetch.ts'
import type { Rate, RateLimiter } from '#platform/rate-limit.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Locale, SearchSource, SourceId } from '#providers/search-data/port.ts'
import type { Item, Listener, ListenerHead, listenersContract, Run } from './contract.ts'
import { applyFilter, findChanges, findHistory, findItems } from './item-store.ts'
import { nextRun } from './next-run.ts'
import { pausedReason } from './paused-reason.ts'
import { getSources } from './perform-run.ts'
import { createFilter, type Filter } from './phrase-filter.ts'
import { createPhraseType } from './phrase-type.ts'
import { recountListeners, type UpdateNotificationCounts } from './recount-listeners.ts'
import { getChanges, type ItemState, type Change as PhraseChange, type PhraseState } from './replay-history.ts'
import { findRun, findRunRefs, findRuns, findRunsWithChanges, type RunRow } from './run-store.ts'
import { dueId, dueTopic } from './scheduler.ts'
import {
  countActive,
  deleteListener,
  findListener,
  findListenerByFeed,
  findListeners,
  insertListener,
  type ListenerRef,
  type ListenerRow,
  locateListener,
  lockListener,
  releaseAll,
  removeAddress,
  sumNew,
  updateListener,
} from './store.ts'

export type Listeners = ReturnType<typeof createListeners>

type Dependencies = {
  db: Database
  plans: Plans
  sources: Map<SourceId, SearchSource>
  secrets: Secrets
  rates: RateLimiter
  signals: Signals
  deliveries: Deliveries
  updateNotificationCounts: UpdateNotificationCounts
  checkUrl: Outbound['checkUrl']
  publicUrl: string
  now?: () => Date
}

type AddInput = ParsedInputOf<typeof listenersContract.add>
type UpdateInput = Omit<ParsedInputOf<typeof listenersContract.update>, '_id'>
/** `secret`: include the webhook secret. */
type View = { secret: boolean }

const secretPurpose = 'listener-webhook'
const feedPurpose = 'listener-feed'
const noNotify = { email: [], webhook: null, rss: true }
const manualRunLimit = { most: 60, windowSeconds: 3600 }
const resendLimit = { most: 60, windowSeconds: 3600 }

export function createListeners(dependencies: Dependencies) {
  const { db, plans, sources, secrets, rates, signals, deliveries, updateNotificationCounts, checkUrl, publicUrl } =
    dependencies
  const { now = () => new Date() } = dependencies
  const due = () => signals.publish(dueTopic, dueId)

  return {
    locate: (workspaceIds: string[], id: string) => locateListener(db, workspaceIds, id),

    /**
     * Creates a listener; its first run starts immediately. The plan's unit and the listener commit together.
     * @throws AppError limit_…; invalid_input (sources, notify.webhook)
     */
    async add(userId: string, input: AddInput, keepAnswer: KeepAnswer): Promise<{ listener: Listener }> {
      validateSources(input.sources, input)
      const notify = input.notify ?? noNotify
      await validateWebhook(notify.webhook)
      const id = randomUUIDv7()
      const answer = await db.transaction().execute(async (tx) => {
        await plans.reserve(tx, input.workspace_id, 'search_listener', 1)
        const row = await insertListener(tx, {
          workspace_id: input.workspace_id,
          id,
          created_by: userId,
          keyword: input.keyword,
          country: input.country,
          language: input.language,
          wanted_sources: input.sources ?? null,
          frequency: input.frequency,
          include: input.filters?.include ?? [],
          exclude: input.filters?.exclude ?? [],
          notify_emails: [...new Set(notify.email)],
          webhook: notify.webhook,
          sealed_secret: newSecret(id),
          rss: notify.rss,
          feed_key: randomUUID(),
          next_run_at: nextRun(id, input.frequency, now()),
          take_at: now(),
        })
        const answer = { listener: present(row, { secret: true }) }
        await keepAnswer(tx, answer)
        return answer
      })
      due()
      return answer
    },

    async list(workspaceId: string, paging: { page: number; limit: number }) {
      const { items, total } = await findListeners(db, workspaceId, paging)
      return { items: items.map(presentHead), total, ...paging }
    },

    /** @throws AppError not_found, also for a run deleted by retention */
    async single(ref: ListenerRef, runId: string | undefined, view: View) {
      const row = (await findListener(db, ref)) ?? missing()
      const until = runId === undefined ? undefined : ((await findRun(db, ref, runId)) ?? missingRun())
      const runs = await findRuns(db, ref, until ? { until: until.no } : {})
      const typeOf = createPhraseType(row)
      const items = until
        ? await getItemsAfterRun(row, runs)
        : (await findItems(db, ref)).map((phrase) => presentItem(phrase, row, typeOf))
      return { listener: present(row, view), runs: runs.map(presentRun), items }
    },

    async changes(ref: ListenerRef, wanted: { run_id?: string; page: number; limit: number }) {
      const { run_id, page, limit } = wanted
      const row = (await findListener(db, ref)) ?? missing()
      const run = run_id === undefined ? null : ((await findRun(db, ref, run_id)) ?? missingRun())
      const typeOf = createPhraseType(row)
      const { items, total } = await findChanges(db, ref, { runNo: run?.no, limit, offset: (page - 1) * limit })
      return {
        items: items.map(({ key: _, at, sources, ...change }) => ({
          ...change,
          source: sources[0] ?? '',
          sources,
          type: typeOf(change.text),
          at: at.toISOString(),
        })),
        total,
        page,
        limit,
      }
    },

    /** @throws AppError invalid_input (sources, notify.webhook) */
    async update(ref: ListenerRef, input: UpdateInput): Promise<Listener> {
      validateSources(input.sources ?? undefined, null)
      await validateWebhook(input.notify?.webhook ?? null)
      const row = await db.transaction().execute(async (tx) => {
        const before = (await lockListener(tx, ref)) ?? missing()
        validateSources(input.sources ?? undefined, before)
        const { filters, notify, frequency } = input
        if (notify && notify.webhook !== before.webhook) await deliveries.cancelOtherUrls(tx, ref, notify.webhook)
        const recounted = filters ? await recountAfterFilter(tx, before, createFilter(filters)) : {}
        const moved = frequency && frequency !== before.frequency && before.status === 'active'
        const next = moved ? nextRun(before.id, frequency, now()) : null
        return updateListener(tx, ref, {
          ...recounted,
          ...(filters && { include: filters.include, exclude: filters.exclude }),
          ...(notify && {
            notify_emails: [...new Set(notify.email)],
            webhook: notify.webhook,
            rss: notify.rss,
          }),
          ...(frequency && { frequency }),
          ...(next && { next_run_at: next, ...(before.running || before.by_hand ? {} : { take_at: next }) }),
          ...(input.sources !== undefined && { wanted_sources: input.sources }),
          ...(input.new_secret && { sealed_secret: newSecret(before.id) }),
          ...(input.new_feed && { feed_key: randomUUID() }),
          id: before.id,
        })
      })
      return present(row, { secret: true })
    },

    /** Pausing frees the unit and cancels a run in progress; resuming reserves it again. @throws AppError limit_… */
    async setStatus(ref: ListenerRef, status: 'active' | 'paused'): Promise<Listener> {
      // Refreshes the plan before locking, since an expired plan may pause this and other listeners.
      await plans.refreshPayerIfStale(ref.workspaceId)
      const row = await db.transaction().execute(async (tx) => {
        await plans.lockPayer(tx, ref.workspaceId)
        const before = (await lockListener(tx, ref)) ?? missing()
        const isFirst = before.run_count === 0
        if (before.status === status)
          // A person's pause replaces the plan's pause, so that the listener doesn't resume automatically.
          return before.paused_limit === null ? before : updateListener(tx, ref, { paused_limit: null })
        if (status === 'active') {
          await plans.reserve(tx, ref.workspaceId, 'search_listener', 1)
          const next = nextRun(before.id, before.frequency, now())
          const take = isFirst ? now() : next
          return updateListener(tx, ref, { status, paused_limit: null, next_run_at: next, take_at: take })
        }
        await plans.releaseStock(tx, ref.workspaceId, 'search_listener', 1)
        return updateListener(tx, ref, {
          status,
          next_run_at: null,
          take_at: null,
          by_hand: false,
          running: false,
          attempt: before.attempt + 1,
        })
      })
      if (row.status === 'active') due()
      return present(row, { secret: true })
    },

    /** @throws AppError conflict while paused, rate_limited (60 per hour) */
    async run(ref: ListenerRef): Promise<Listener> {
      await checkRateLimit(`listener:${ref.id}`, manualRunLimit, 'This listener was run manually', 'too_many_runs')
      const row = await db.transaction().execute(async (tx) => {
        const before = (await lockListener(tx, ref)) ?? missing()
        if (before.paused_limit !== null)
          throw new AppError(
            'conflict',
            `${pausedReason(before.paused_limit)} Upgrade your plan, or pause another listener and resume this one.`,
            { reason: 'paused_by_plan', params: { limit: before.paused_limit } },
          )
        if (before.status === 'paused')
          throw new AppError('conflict', 'This listener is paused. Resume it before running it.', {
            reason: 'listener_paused',
          })
        if (before.running) return before
        return updateListener(tx, ref, { by_hand: true, take_at: now() })
      })
      due()
      return present(row, { secret: true })
    },

    async remove(ref: ListenerRef) {
      await db.transaction().execute(async (tx) => {
        await plans.lockPayer(tx, ref.workspaceId)
        const status = (await deleteListener(tx, ref)) ?? missing()
        await deliveries.deleteForListener(tx, ref)
        if (status === 'active') await plans.releaseStock(tx, ref.workspaceId, 'search_listener', 1)
      })
    },

    /** Pauses all listeners of a workspace that's being deleted and frees their units. */
    async endAll(tx: Db, workspaceId: string) {
      const active = await countActive(tx, workspaceId)
      if (active > 0) await plans.releaseStock(tx, workspaceId, 'search_listener', active)
      await releaseAll(tx, workspaceId)
    },

    /** Recounts listeners imported from an earlier version. */
    async sweep() {
      await recountListeners(db, updateNotificationCounts, AbortSignal.timeout(60_000))
    },

    /** Removes a former member's address from all listeners of the workspace. */
    forgetAddress: removeAddress,

    /** Units the workspace's active listeners use. */
    countActive: (tx: Db, workspaceId: string) => countActive(tx, workspaceId),
    sumNew: (workspaceId: string) => sumNew(db, workspaceId),

    deliveries: (ref: ListenerRef, paging: { page: number; limit: number }) => deliveries.list(ref, paging),

    /** @throws AppError not_found, conflict without a webhook, rate_limited (60 per hour) */
    async resend(ref: ListenerRef, deliveryId: string) {
      const row = (await findListener(db, ref)) ?? missing()
      if (!row.webhook)
        throw new AppError('conflict', 'This listener has no webhook. Set notify.webhook first.', {
          reason: 'no_webhook',
        })
      await checkRateLimit(`resend:${ref.id}`, resendLimit, 'Deliveries were resent manually', 'too_many_resends')
      return deliveries.resend(ref, deliveryId, row.webhook)
    },

    /** Returns the changes of runs, for emails and webhooks. Skips deleted runs. */
    async getRunDetails(runIds: string[]): Promise<RunDetails[]> {
      const found = runIds.length > 0 ? await findRunRefs(db, runIds) : []
      const news = await Promise.all(
        found.map(async ({ workspace_id: workspaceId, listener_id: id, id: runId }) => {
          const [row, run] = await Promise.all([
            findListener(db, { workspaceId, id }),
            findRun(db, { workspaceId, id }, runId),
          ])
          if (!row || !run) return null
          return toRunDetails(row, run, getChanges(await findHistory(db, toRef(row)), run.no))
        }),
      )
      return news.filter((one) => one !== null)
    },

    /** Returns a feed by its token: the listener and its latest runs with changes. @throws AppError not_found */
    async feed(token: string) {
      const key = getFeedKey(token)
      const row = key ? await findListenerByFeed(db, key) : undefined
      if (!row)
        throw new AppError('not_found', 'Feed not found. It was turned off or replaced, or the URL is incomplete.', {
          reason: 'feed_missing',
        })
      return {
        keyword: row.keyword,
        listenerId: row.id,
        feedUrl: getFeedUrl(row),
        pageUrl: `${publicUrl}/app/listeners/${row.id}`,
        /** Input of the ETag: changes when the content does. */
        version: `${row.last_run_id ?? ''}:${row.include}:${row.exclude}:${row.new_count}:${row.counted_runs}`,
        load: async () => {
          const [runs, history] = await Promise.all([
            findRunsWithChanges(db, toRef(row), 30),
            findHistory(db, toRef(row)),
          ])
          const byRun = Map.groupBy(getChanges(history), ({ run_no }) => run_no)
          return runs.map((run) => toRunDetails(row, run, byRun.get(run.no) ?? []))
        },
      }
    },
  }

  function toRunDetails(row: ListenerRow, run: RunRow, changes: PhraseChange[]): RunDetails {
    const items = changes.filter(({ passes }) => passes)
    const typeOf = createPhraseType(row)
    const toItem = ({ text, sources }: PhraseChange) => ({
      text,
      type: typeOf(text),
      source: sources[0] ?? '',
      sources,
    })
    return {
      workspaceId: row.workspace_id,
      listenerId: row.id,
      runId: run.id,
      keyword: row.keyword,
      country: row.country,
      language: row.language,
      at: run.at.toISOString(),
      first: run.no === 1,
      secret: secrets.open(secretPurpose, row.sealed_secret, row.id),
      added: items.filter(({ kind }) => kind !== 'removed').map(toItem),
      removed: items.filter(({ kind }) => kind === 'removed').map(toItem),
      sourceErrors: getErrors(run).map(({ source, message }) => ({ source, message })),
    }
  }

  async function recountAfterFilter(tx: Db, before: ListenerRow, passes: Filter) {
    const ref = toRef(before)
    const { isNew } = await applyFilter(tx, ref, { passes, runNo: before.run_count })
    const runs = await findRuns(tx, ref, { limit: 20 })
    return {
      new_count: isNew,
      heard_count: runs[0]?.heard ?? 0,
      sparkline: runs.map(({ added }) => added).reverse(),
      counted_runs: before.run_count,
    }
  }

  async function getItemsAfterRun(row: ListenerRow, runs: RunRow[]): Promise<Item[]> {
    const run = runs[0]!
    const typeOf = createPhraseType(row)
    const runByNo = new Map(runs.map((one) => [one.no, one]))
    /** When the source last answered in full between runs `from` and `to`. */
    const answeredAt = (source: string, from: number, to: number) =>
      runs.find(
        (one) =>
          one.no >= from &&
          one.no <= to &&
          one.sources.some(({ id, outcome }) => id === source && outcome === 'answered'),
      )?.at
    const lastSeen = (item: ItemState) => {
      const isRemoved = item.kind === 'removed'
      const last = isRemoved
        ? answeredAt(item.source, 0, item.run_no - 1)
        : answeredAt(item.source, item.run_no, run.no)
      const at = last ?? (isRemoved ? item.first_seen : (runByNo.get(item.run_no)?.at ?? item.first_seen))
      return at < item.first_seen ? item.first_seen : at
    }
    return (await findItems(db, toRef(row), run.no)).map((phrase) => ({
      text: phrase.text,
      type: typeOf(phrase.text),
      source: phrase.sources[0]!,
      sources: phrase.sources,
      state: !phrase.active ? 'gone' : phrase.reported_run === run.no ? 'new' : 'active',
      first_seen: phrase.first_seen.toISOString(),
      last_seen: getLatest(phrase.items.map(lastSeen)).toISOString(),
    }))
  }

  /** `locale` null skips the check of country and language. */
  function validateSources(wanted: readonly string[] | undefined, locale: Locale | null) {
    if (!wanted) {
      if (getSources(sources, null, locale).length > 0) return
      throw new AppError('invalid_input', 'No source for listeners is set up on this server.', {
        field: 'sources',
        reason: 'no_sources',
      })
    }
    if (wanted.includes('imported'))
      throw new AppError('invalid_input', 'sources can’t include imported. Imported files don’t change between runs.', {
        field: 'sources',
        reason: 'imported_not_allowed',
      })
    const chosen = getSources(sources, wanted, locale)
    if (chosen.every(({ source }) => source === null))
      throw new AppError(
        'invalid_input',
        chosen[0]?.unavailable ?? 'None of these sources is available on this server.',
        { field: 'sources', reason: 'sources_unavailable' },
      )
  }

  /** SSRF check of a webhook URL. A DNS failure is accepted, since every delivery checks again. */
  async function validateWebhook(url: string | null) {
    if (url === null) return
    try {
      await checkUrl(url)
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      if (error.kind !== 'blocked' && error.kind !== 'bad_url') return
      const reason = error.kind === 'blocked' ? 'private_address' : 'invalid_url'
      throw new AppError('invalid_input', `notify.webhook can’t be used: ${error.message}`, {
        field: 'notify.webhook',
        reason,
      })
    }
  }

  /** Rate limit for manual runs and resends, which send requests to other people's servers. */
  async function checkRateLimit(
    bucket: string,
    rate: Rate,
    what: string,
    reason: 'too_many_runs' | 'too_many_resends',
  ) {
    const { count, resets_at } = await rates.count(bucket, rate.windowSeconds)
    if (count <= rate.most) return
    throw new AppError('rate_limited', `${what} ${rate.most} times in the last hour. Try again later.`, {
      reason,
      params: { max: rate.most },
      retryAfterSeconds: Math.max(1, (resets_at.getTime() - Date.now()) / 1000),
    })
  }

  function newSecret(id: string) {
    return secrets.seal(secretPurpose, `whsec_${randomBytes(24).toString('base64url')}`, id)
  }

  /** A feed token: the key and its signature, so that the token itself isn't stored and can be shown again. */
  function getToken(key: string) {
    const compact = Buffer.from(key.replaceAll('-', ''), 'hex').toString('base64url')
    return `${compact}${secrets.sign(feedPurpose, key).slice(0, 22)}`
  }

  function getFeedKey(token: string): string | null {
    if (!/^[A-Za-z0-9_-]{44}$/.test(token)) return null
    const hex = Buffer.from(token.slice(0, 22), 'base64url').toString('hex')
    const key = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    return getToken(key) === token ? key : null
  }

  function getFeedUrl(row: ListenerRow) {
    return `${publicUrl}/feeds/${getToken(row.feed_key)}`
  }

  function present(row: ListenerRow, { secret }: View): Listener {
    return {
      ...presentHead(row),
      sources: row.wanted_sources,
      filters: { include: row.include, exclude: row.exclude },
      notify: { email: row.notify_emails, webhook: row.webhook, rss: row.rss },
      webhook_secret: secret ? secrets.open(secretPurpose, row.sealed_secret, row.id) : null,
      rss_url: row.rss ? `${getFeedUrl(row)}/rss` : null,
      json_feed_url: row.rss ? `${getFeedUrl(row)}/json` : null,
      volatility: row.volatility,
    }
  }
}

const toRef = (row: ListenerRow): ListenerRef => ({ workspaceId: row.workspace_id, id: row.id })

const presentHead = (row: ListenerRow): ListenerHead => ({
  _id: row.id,
  workspace_id: row.workspace_id,
  keyword: row.keyword,
  country: row.country,
  language: row.language,
  frequency: row.frequency,
  status: row.status,
  paused_reason: pausedReason(row.paused_limit),
  running: row.running || row.by_hand || isDueFirst(row),
  last_run_at: row.last_run_at?.toISOString() ?? null,
  next_run_at: row.next_run_at?.toISOString() ?? null,
  new_count: row.new_count,
  item_count: row.heard_count,
  run_count: row.run_count,
  failing_sources: row.failing,
  sparkline: row.sparkline,
  created_at: row.created_at.toISOString(),
})

/** True while the first run waits for a worker. */
const isDueFirst = ({ run_count, status, take_at }: ListenerRow) =>
  run_count === 0 && status === 'active' && take_at !== null && take_at <= new Date()

const getErrors = (run: RunRow): Run['source_errors'] =>
  run.sources.flatMap(({ id, label, outcome, error }) =>
    outcome === 'answered' ? [] : [{ source: id, label, outcome, message: error ?? 'No response.' }],
  )

const presentRun = (run: RunRow): Run => ({
  _id: run.id,
  no: run.no,
  at: run.at.toISOString(),
  by_hand: run.by_hand,
  added: run.added,
  removed: run.removed,
  heard: run.heard,
  spent_usd: Number(run.sources.reduce((sum, { spent_usd = 0 }) => sum + spent_usd, 0).toFixed(6)),
  source_errors: getErrors(run),
})

function presentItem(phrase: PhraseState, row: ListenerRow, typeOf: (text: string) => string): Item {
  const seen = phrase.items.map(({ source, active, seen_at }) => {
    const answered = active ? row.heard[source]?.at : undefined
    return answered && new Date(answered) > seen_at ? new Date(answered) : seen_at
  })
  return {
    text: phrase.text,
    type: typeOf(phrase.text),
    source: phrase.sources[0]!,
    sources: phrase.sources,
    state: !phrase.active ? 'gone' : phrase.first_run === row.run_count ? 'new' : 'active',
    first_seen: phrase.first_seen.toISOString(),
    last_seen: getLatest(seen).toISOString(),
  }
}

const getLatest = (dates: Date[]): Date => dates.reduce((latest, date) => (date > latest ? date : latest))

function missing(): never {
  throw new AppError('not_found', 'Listener not found, or it’s in a workspace you can’t access.', {
    reason: 'listener_missing',
  })
}
function missingRun(): never {
  throw new AppError('not_found', 'Run not found. Only one run per week is kept for older runs.', {
    field: 'run_id',
    reason: 'run_missing',
  })
}
