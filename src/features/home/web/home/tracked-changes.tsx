import type { HomeData } from '../../contract.ts'
import { AnswerChanges } from './answer-changes.tsx'
import { RankChanges } from './rank-changes.tsx'
import { SiteChanges } from './site-changes.tsx'

export type TrackedChangesProps = Pick<HomeData, 'site' | 'ranks' | 'answers'>

/** Pages that lose clicks, keywords that moved, and shares in AI answers. */
export const TrackedChanges = ({ site, ranks, answers }: TrackedChangesProps) => (
  <>
    <SiteChanges changes={site ?? []} />
    <RankChanges trackers={ranks ?? []} />
    <AnswerChanges watches={answers ?? []} />
  </>
)
