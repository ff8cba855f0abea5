import { randomUUIDv7 } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import type { Lists } from '#features/keywords/lists.ts'
import type { Keywords } from '#features/keywords/service.ts'
import type { OwnPage } from '#features/reports/contract.ts'
import { getSpellingLanguage, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { Reports } from '#features/reports/service.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { type contentPlanContract, maxProposedPages, type Plan, type PlanSource } from './contract.ts'
import { getWeights, requirePlan, score } from './get-plan.ts'
import type { OwnItems } from './own-items.ts'
import type { ProposeTask } from './propose-thread.ts'
import { getItemNumbers } from './rules/item-numbers.ts'
import { urlKey } from './rules/item-url.ts'
import type { PlanSourceData, ProposedItem, ProposedLink, ProposedPlan } from './rules/plan-model.ts'
import type { ItemRecord, KeywordRecord, LinkRecord } from './rules/plan-records.ts'
import { upsertItems, upsertKeywords, upsertLinks } from './store/item-store.ts'
import { countNewPlan, countPlans, insertPlan } from './store/plan-store.ts'

export type NewPlanInput = ParsedInputOf<typeof contentPlanContract.new>

export type CreatePlanDependencies = {
  db: Database
  audit: Audit
  reports: Reports
  keywords: Keywords
  lists: Lists
  threads: Threads
  own: Pick<OwnItems, 'ofTexts'>
}

/** Who creates a plan. `keyName`: the name of the API key they do it with. */
export type Creator = { userId: string; email: string; address: string | null; keyName: string | null }

type Source = { kind: PlanSource; id: string | null; label: string; data: PlanSourceData }

const maxPlans = 1000
const maxSourceKeywords = 100_000

/**
 * Proposes a plan from a report, list or import and stores it.
 * @throws AppError invalid_input without exactly one source or without keywords, not_found, conflict while the report runs,
 * too_large over 500 pages
 */
export async function createPlan(
  dependencies: CreatePlanDependencies,
  by: Creator,
  input: NewPlanInput,
  storeResponse: StoreResponse,
): Promise<{ plan: Plan }> {
  if (input.pages !== undefined && input.pages > maxProposedPages)
    throw new AppError('too_large', 'A plan can have up to 500 proposed pages.', {
      field: 'pages',
      reason: 'too_many_pages',
      params: { max: maxProposedPages },
    })
  const source = await readSource(dependencies, input)
  if (source.data.keywords.length === 0)
    throw new AppError('invalid_input', 'This source has no keywords to plan.', { reason: 'no_keywords_to_plan' })
  const proposed = await dependencies.threads.run<ProposedPlan>(new URL('./propose-thread.ts', import.meta.url), {
    source: source.data,
    maxPages: input.pages ?? maxProposedPages,
  } satisfies ProposeTask)
  return storePlan(
    dependencies,
    by,
    { workspaceId: input.workspace_id, name: input.name, source, proposed },
    storeResponse,
  )
}

export type PlanToStore = {
  workspaceId: string
  name: string
  source: Omit<Source, 'data'> & { data: { language: string } }
  proposed: { items: (ProposedItem & Partial<ItemRecord>)[]; links: ProposedLink[] }
}

/** Stores a plan with its items, keywords and links. */
export async function storePlan(
  { db, audit, own: sites, keywords: imported }: Pick<CreatePlanDependencies, 'db' | 'audit' | 'keywords' | 'own'>,
  by: Creator,
  { workspaceId, name, source, proposed }: PlanToStore,
  storeResponse: (tx: Tx, answer: { plan: Plan }) => Promise<void>,
): Promise<{ plan: Plan }> {
  const ref = { workspaceId, id: randomUUIDv7() }
  const weights = await getWeights(db, workspaceId)
  const positions = await imported.getOwnPositions(
    workspaceId,
    proposed.items.flatMap(({ keywords: own }) => own.map(({ key }) => key)),
  )
  const pages = await sites.ofTexts(
    workspaceId,
    proposed.items.flatMap(({ keywords: planned }) => planned.map(({ text }) => text)),
  )
  const now = new Date().toISOString()
  const ids = proposed.items.map(() => randomUUIDv7())
  const keywords: KeywordRecord[] = []
  const items = proposed.items.map((proposal, index): ItemRecord => {
    const { keywords: planned, parent, ...given } = proposal
    const own = planned.map((keyword) => ({
      ...keyword,
      own_position: getPosition(pages.get(keyword.text), positions.get(keyword.key)),
    }))
    for (const { provider, as_of, ...keyword } of own)
      keywords.push({
        ...keyword,
        item_id: ids[index]!,
        volume_provider: provider,
        volume_as_of: as_of,
        from_source: true,
      })
    const numbers = getItemNumbers(own)
    const intent = given.intent ?? numbers.intent
    return {
      owner_id: null,
      due_on: null,
      document_id: null,
      brief_id: null,
      publication_id: null,
      page_id: null,
      state: 'idea',
      ...given,
      ...numbers,
      id: ids[index]!,
      parent_id: parent === null ? null : ids[parent]!,
      intent,
      url_key: given.url === null ? null : urlKey(given.url),
      position: index,
      score: score({ ...numbers, intent }, weights).score,
      history: { [given.state ?? 'idea']: now },
      updated_at: now,
    }
  })
  const links = proposed.links.map(
    ({ from, to, anchor }): LinkRecord => ({ from_id: ids[from]!, to_id: ids[to]!, anchor, state: 'proposed' }),
  )
  return db.transaction().execute(async (tx) => {
    if ((await countPlans(tx, workspaceId)) >= maxPlans)
      throw new AppError('too_large', 'A workspace can have up to 1,000 plans. Delete some first.', {
        reason: 'too_many_plans',
        params: { max: maxPlans },
      })
    const { kind: sourceKind, id: sourceId, label: sourceLabel } = source
    const { language } = source.data
    const { userId: createdBy, keyName } = by
    await insertPlan(tx, { ...ref, name, sourceKind, sourceId, sourceLabel, language, createdBy, keyName })
    await upsertItems(tx, ref, items)
    await upsertKeywords(tx, ref, keywords)
    await upsertLinks(tx, ref, links)
    await countNewPlan(tx, ref, items.length)
    await audit.record(tx, {
      actorId: by.userId,
      actorEmail: by.email,
      action: 'plan.created',
      subject: name,
      details: { plan_id: ref.id, workspace_id: workspaceId, items: items.length },
      address: by.address,
    })
    const answer = { plan: await requirePlan(tx, ref) }
    await storeResponse(tx, answer)
    return answer
  })
}

/** Days of a connection are newer than a file. Of files, the newest counts; exports of a site are among them. */
const getPosition = (page: OwnPage | undefined, imported: number | undefined) =>
  page?.upload ? (imported ?? page.position) : (page?.position ?? imported ?? null)

async function readSource(dependencies: CreatePlanDependencies, input: NewPlanInput): Promise<Source> {
  const { report_id, list_id, import_id } = input
  const given = [report_id, list_id, import_id].filter((id) => id !== undefined)
  if (given.length !== 1)
    throw new AppError('invalid_input', 'Send one of report_id, list_id and import_id.', {
      field: 'report_id',
      reason: 'one_source_required',
    })
  if (report_id) return readReport(dependencies, input, report_id)
  return list_id ? readList(dependencies, input, list_id) : readImport(dependencies, input, import_id!)
}

async function readReport({ reports }: CreatePlanDependencies, input: NewPlanInput, id: string): Promise<Source> {
  const ref = { workspaceId: input.workspace_id, id }
  if (!(await reports.locate([ref.workspaceId], id)))
    throw new AppError('not_found', 'This workspace has no such report.', {
      field: 'report_id',
      reason: 'report_missing',
    })
  const { query, isList, language, rows, clusters } = await reports.getPlanningTopics(ref)
  const topicIds = input.topic_ids && new Set(input.topic_ids)
  const chosen = topicIds
    ? new Set(
        clusters
          .filter(({ _id, parent_id }) => topicIds.has(_id) || topicIds.has(parent_id ?? ''))
          .map(({ _id }) => _id),
      )
    : null
  if (topicIds && ![...topicIds].every((topic) => clusters.some(({ _id }) => _id === topic)))
    throw new AppError('not_found', 'This report has no such topic.', { field: 'topic_ids', reason: 'topic_missing' })
  const rowIds = input.row_ids && new Set(input.row_ids)
  const planned = rows.filter(
    (row) => (!chosen || (row.cluster_id !== null && chosen.has(row.cluster_id))) && (!rowIds || rowIds.has(row.id)),
  )
  return {
    kind: 'report',
    id,
    label: query,
    data: {
      language,
      seed: isList ? null : query,
      ...(topicIds ? { chosen: [...topicIds] } : {}),
      topics: clusters.map(({ _id, kind, parent_id, name, edited, pillar, overlaps }) => ({
        id: _id,
        kind,
        isNamed: edited,
        parentId: parent_id,
        name,
        pillar,
        overlaps,
      })),
      keywords: onceEach(
        planned.map(({ id: _row, cluster_id, ...row }) => ({ ...row, topicId: cluster_id })),
        language,
      ),
    },
  }
}

async function readList({ keywords, lists, reports }: CreatePlanDependencies, input: NewPlanInput, id: string) {
  const workspaceId = input.workspace_id
  if (!(await lists.locate([workspaceId], id)))
    throw new AppError('not_found', 'This workspace has no such list.', { field: 'list_id', reason: 'list_missing' })
  const { list, texts: all } = await lists.texts({ workspaceId, id })
  const language = input.language ?? list.language ?? getSpellingLanguage(all)
  const toKey = (text: string) => keywordKeyIn(text, language)
  const chosen = input.keywords && new Set(input.keywords.map(toKey))
  const texts = chosen ? all.filter((text) => chosen.has(toKey(text))) : all
  const keys = texts.map(toKey)
  const known = new Map((await keywords.getMetrics(workspaceId, keys)).map((row) => [row.key, row]))
  const rows = texts.map(
    (text, index): GroupedRow => ({ ...toGroup(known.get(keys[index]!)), key: keys[index]!, text }),
  )
  const data = await groupRows(reports, rows, language ?? 'en')
  return { kind: 'list' as const, id, label: list.name, data }
}

async function readImport({ keywords, reports }: CreatePlanDependencies, input: NewPlanInput, id: string) {
  const workspaceId = input.workspace_id
  const about = await keywords.find(workspaceId, id)
  if (!about)
    throw new AppError('not_found', 'This workspace has no such import.', {
      field: 'import_id',
      reason: 'import_missing',
    })
  const rows: GroupedRow[] = []
  for await (const part of keywords.getImportRows(workspaceId, id)) rows.push(...part.map(toGroup))
  const language = input.language ?? getSpellingLanguage(rows.map(({ text }) => text)) ?? 'en'
  const data = await groupRows(reports, rows, language)
  return { kind: 'import' as const, id, label: about.file_name, data }
}

type ImportedRow = Awaited<ReturnType<Keywords['getMetrics']>>[number]
type GroupedRow = Parameters<Reports['groupKeywords']>[0][number] & { provider: string | null; as_of: string | null }

function toGroup(row: ImportedRow | undefined): GroupedRow {
  const volume = row?.metrics.volume
  return {
    key: row?.key ?? '',
    text: row?.text ?? '',
    volume: volume?.value ?? null,
    difficulty: row?.metrics.difficulty ?? null,
    topic: row?.topic ?? null,
    serp: row?.serp ?? null,
    provider: volume?.value != null ? volume.provider : null,
    as_of: volume?.value != null ? volume.as_of : null,
  }
}

/** Each keyword once, by the plan's language. Reports and files of earlier versions may have other keys. */
function onceEach<Row extends { key: string; text: string }>(rows: readonly Row[], language: string): Row[] {
  const once = new Map<string, Row>()
  for (const row of rows) {
    const key = keywordKeyIn(row.text, language)
    if (!once.has(key)) once.set(key, { ...row, key })
  }
  return [...once.values()]
}

async function groupRows(reports: Reports, rows: readonly GroupedRow[], language: string): Promise<PlanSourceData> {
  const once = onceEach(rows, language)
  if (once.length > maxSourceKeywords)
    throw new AppError('too_large', 'A plan can have up to 100,000 keywords.', {
      reason: 'too_many_keywords_to_plan',
      params: { max: maxSourceKeywords },
    })
  const { clusters, topicByKey, intents } = await reports.groupKeywords(once, language)
  return {
    language,
    seed: null,
    topics: clusters.map(({ _id, kind, parent_id, name, renamed, pillar }) => ({
      id: _id,
      kind,
      isNamed: renamed,
      parentId: parent_id,
      name,
      pillar,
      overlaps: [],
    })),
    keywords: once.map(({ key, text, volume, difficulty, provider, as_of }, index) => ({
      key,
      text,
      volume,
      difficulty,
      intent: intents[index]!,
      provider,
      as_of,
      topicId: topicByKey.get(key) ?? null,
    })),
  }
}
