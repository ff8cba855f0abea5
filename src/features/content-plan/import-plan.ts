import { intentNames } from '#features/reports/rules/keywords/intent.ts'
import { displayText, getSpellingLanguage, keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import { storable } from '#platform/sanitize-text.ts'
import { itemChange, maxItemsACall, maxPlanItems, type Plan } from './contract.ts'
import { type CreatePlanDependencies, type Creator, storePlan } from './create-plan.ts'
import { getPlan } from './get-plan.ts'
import type { ReadPlanTask } from './import-thread.ts'
import { urlKey } from './rules/item-url.ts'
import type { FileItem, PlanFile } from './rules/plan-file.ts'
import { getFileChanges } from './rules/plan-file-changes.ts'
import type { ProposedItem } from './rules/plan-model.ts'
import type { ItemRecord } from './rules/plan-records.ts'
import { proposeLinks } from './rules/propose/propose-links.ts'

export type PlanUpload = {
  workspaceId: string
  name: string | undefined
  fileName: string
  bytes: Uint8Array<ArrayBuffer>
}

const maxRejected = 100

/**
 * Creates a plan from an exported one. Links are proposed again.
 * @param owners user ids of the workspace's members by email
 * @throws AppError when it isn't a plan or exceeds a limit
 */
export async function importPlan(
  dependencies: CreatePlanDependencies,
  by: Creator,
  { upload, owners }: { upload: PlanUpload; owners: ReadonlyMap<string, string> },
  storeResponse: StoreResponse,
): Promise<{ plan: Plan; rejected: PlanFile['rejected'] }> {
  const file = await readFile(dependencies, by, upload.bytes)
  const rejected = [...file.rejected]
  const language = getFileLanguage(file)
  const items = toItems(file.items, { owners, rejected, language })
  const stored = await storePlan(
    dependencies,
    by,
    {
      workspaceId: upload.workspaceId,
      name: upload.name ?? upload.fileName.replace(/\.\w+$/, '').slice(0, 120),
      source: { kind: 'file', id: null, label: upload.fileName.slice(0, 200), data: { language } },
      proposed: { items, links: proposeLinks(items, language) },
    },
    (tx, answer) => storeResponse(tx, { ...answer, rejected: rejected.slice(0, maxRejected) }),
  )
  return { ...stored, rejected: rejected.slice(0, maxRejected) }
}

/** What a file would change: of a plan, or as a new one. @throws AppError when it isn't a plan, exceeds a limit or the plan is missing */
export async function previewImport(
  dependencies: CreatePlanDependencies,
  by: Creator,
  { ref, bytes, owners }: { ref: ResourceRef | null; bytes: PlanUpload['bytes']; owners: ReadonlyMap<string, string> },
) {
  const file = await readFile(dependencies, by, bytes)
  const current = ref ? await getPlan(dependencies.db, ref) : null
  const changes = getFileChanges({
    current: current?.items ?? [],
    file: file.items,
    owners,
    language: current?.plan.language ?? getFileLanguage(file),
  })
  const ids = new Set(changes.items.flatMap(({ _id }) => _id ?? []))
  return {
    items: changes.items.slice(0, maxItemsACall),
    added: changes.items.length - ids.size,
    changed: ids.size,
    unchanged: changes.unchanged,
    keywords: changes.items.reduce((sum, { add_keywords = [] }) => sum + add_keywords.length, 0),
    plan: current?.plan ?? null,
    before: (current?.items ?? []).filter(({ _id }) => ids.has(_id)).map(({ keywords: _keywords, ...row }) => row),
    rejected: [...file.rejected, ...changes.rejected].slice(0, maxRejected),
  }
}

async function readFile(
  { threads }: CreatePlanDependencies,
  by: Creator,
  bytes: PlanUpload['bytes'],
): Promise<PlanFile> {
  const file = storable(
    await threads.run<PlanFile>(new URL('./import-thread.ts', import.meta.url), { bytes } satisfies ReadPlanTask, {
      pool: 'imports',
      turn: by.userId,
      transfer: [bytes.buffer],
    }),
  )
  if (file.items.length === 0)
    throw new AppError('invalid_input', 'The file has no items.', { field: 'file', reason: 'no_items_in_file' })
  if (file.items.length > maxPlanItems)
    throw new AppError('too_large', 'A plan can have up to 10,000 items.', {
      field: 'file',
      reason: 'plan_full',
      params: { max: maxPlanItems },
    })
  return file
}

/** Files don't say it. */
const getFileLanguage = ({ items }: PlanFile): string =>
  getSpellingLanguage(items.flatMap(({ keywords }) => keywords.map(({ text }) => text))) ?? 'en'

type ImportedItem = ProposedItem & Partial<ItemRecord>

/** Each keyword and URL counts once; what can't be kept is named. */
function toItems(
  given: readonly FileItem[],
  context: { owners: ReadonlyMap<string, string>; rejected: PlanFile['rejected']; language: string },
): ImportedItem[] {
  const { owners, rejected, language } = context
  const now = new Date().toISOString()
  const pillars = new Map<string, number>()
  given.forEach(({ id, title, role, pillarId, pillar }, index) => {
    if (role === 'spoke' || (role === null && (pillarId || pillar))) return
    if (id) pillars.set(`id ${id}`, index)
    if (!pillars.has(title)) pillars.set(title, index)
  })
  const urls = new Set<string>()
  const keys = new Set<string>()
  return given.map((item, index): ImportedItem => {
    const isPillar =
      pillars.get(`id ${item.id}`) === index || pillars.get(item.title) === index || item.role === 'pillar'
    const parent = isPillar ? undefined : (pillars.get(`id ${item.pillarId}`) ?? pillars.get(item.pillar))
    const url = readUrl(item, urls, rejected)
    const keywords = item.keywords.flatMap(({ text: written, volume, difficulty }) => {
      const text = displayText(written) || written
      const key = keywordKeyIn(text, language)
      if (keys.has(key)) {
        rejected.push({ line: item.line, reason: `The keyword “${text}” is in another item.` })
        return []
      }
      keys.add(key)
      const dated = volume === null ? { provider: null, as_of: null } : { provider: 'imported', as_of: now }
      return { key, text, volume: volume === null ? null : Math.round(volume), difficulty, intent: null, ...dated }
    })
    return {
      title: item.title,
      role: isPillar ? 'pillar' : 'spoke',
      parent: parent ?? null,
      intent: intentNames.find((name) => name === item.intent) ?? null,
      url,
      keywords,
      state: item.state ?? 'idea',
      due_on: item.due_on,
      owner_id: owners.get(item.owner) ?? null,
    }
  })
}

function readUrl({ url, line }: FileItem, urls: Set<string>, rejected: PlanFile['rejected']): string | null {
  if (url === '') return null
  const key = urlKey(url)
  const isValid = itemChange.shape.url.safeParse(url).success
  if (isValid && !urls.has(key)) {
    urls.add(key)
    return url
  }
  rejected.push({ line, reason: isValid ? `The URL ${url} is another item’s.` : `${url.slice(0, 100)} isn’t a URL.` })
  return null
}
