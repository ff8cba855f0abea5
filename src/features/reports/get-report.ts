import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { type Report, type ReportHead, rowSections, type SectionName, type Sections, sectionNames } from './contract.ts'
import type { ReadReport } from './report-reader.ts'
import { toCurrentOverview } from './rules/rows/stored-row.ts'
import { getCoverage } from './rules/topics/topic-coverage.ts'
import {
  findDiscussions,
  findFeatures,
  findPeopleAlsoAsk,
  findProvenance,
  findSerpPages,
  findTerms,
} from './store/finding-store.ts'
import { findRows } from './store/row-read-store.ts'
import { findBody, findHead } from './store/store.ts'
import { findClusters } from './store/topic-store.ts'

/** Maximum rows per response; `/reports/rows` has pagination for more. */
const maxRowsInAnswer = 20_000

/** @throws AppError not_found */
export async function getHead(db: Db, { workspaceId, id }: ResourceRef): Promise<ReportHead> {
  return (await findHead(db, workspaceId, id)) ?? refuseMissingReport()
}

/** @throws AppError not_found */
export async function getReport(
  db: Database,
  read: ReadReport,
  ref: ResourceRef,
  names: readonly SectionName[] = sectionNames,
): Promise<Report> {
  return { ...(await getHead(db, ref)), sections: await read(ref, (from) => getSections(from, ref, names)) }
}

/** Some sections of a report. `keywords` has every row; the other row sections are subsets of it. */
export async function getSections(
  db: Database,
  ref: ResourceRef,
  names: readonly SectionName[],
): Promise<Partial<Sections>> {
  const has = (name: SectionName) => names.includes(name)
  const body = await findBody(db, ref.workspaceId, ref.id)
  const sections: Partial<Sections> = {}
  const fill = async <Name extends keyof Sections>(name: Name, values: Promise<Sections[Name]>) => {
    sections[name] = await values
  }
  const jobs: Promise<void>[] = []
  for (const name of rowSections)
    if (has(name)) jobs.push(fill(name, findRows(db, ref, { section: name, visible: true, limit: maxRowsInAnswer })))
  if (has('people_also_ask')) jobs.push(fill('people_also_ask', findPeopleAlsoAsk(db, ref)))
  if (has('discussions')) jobs.push(fill('discussions', findDiscussions(db, ref)))
  if (has('serp')) jobs.push(fill('serp', findSerpPages(db, ref)), fill('serp_features', findFeatures(db, ref)))
  if (has('clusters')) {
    const clusters = findClusters(db, ref)
    const coverage = clusters.then((found) => (found.length > 0 ? getCoverage(found) : null))
    jobs.push(fill('clusters', clusters), fill('topic_coverage', coverage))
  }
  if (has('terms')) jobs.push(fill('terms', findTerms(db, ref)))
  jobs.push(fill('provenance', findProvenance(db, ref)))
  await Promise.all(jobs)
  if (has('overview') && body?.overview && 'counts' in body.overview)
    sections.overview = toCurrentOverview(body.overview)
  if (has('trend')) sections.trend = body?.trend ?? null
  return sections
}

/** A report that doesn't exist, or that the caller may not know of. */
export function refuseMissingReport(): never {
  throw new AppError('not_found', 'This report doesn’t exist or is in a workspace you’re not in.', {
    reason: 'report_missing',
  })
}
