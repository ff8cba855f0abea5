import type { Reports } from '#features/reports/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { BriefingProposal } from '../contract.ts'
import type { ProposalTask } from './proposal-thread.ts'

/** Proposes a briefing from a report, in a worker thread, because pages are long. */

export type Proposals = ReturnType<typeof createProposals>

type Dependencies = {
  reports: Reports
  threads: Threads
  /** Published posts of a workspace, newest first. */
  findPublished(workspaceId: string): Promise<{ url: string; title: string }[]>
}

const maxQuestions = 60

export function createProposals({ reports, threads, findPublished }: Dependencies) {
  return {
    /**
     * @param clusterId a topic of the report
     * @param keyword what the text is about, if it's in no topic of several keywords
     * @throws AppError not_found (the workspace has no such report, or the report no such topic)
     */
    async propose(
      ref: ResourceRef,
      { clusterId, keyword }: { clusterId: string | null; keyword: string | null },
    ): Promise<BriefingProposal> {
      if (!(await reports.locate([ref.workspaceId], ref.id)))
        throw new AppError('not_found', 'This workspace has no such report.', {
          field: 'report_id',
          reason: 'report_missing',
        })
      const [facts, posts] = await Promise.all([
        reports.forBriefing(ref, { maxQuestions, clusterId, keyword }),
        findPublished(ref.workspaceId),
      ])
      if (!facts || (clusterId && facts.topic?.id !== clusterId))
        throw new AppError('not_found', 'This report has no such topic.', {
          field: 'cluster_id',
          reason: 'topic_missing',
        })
      const task: ProposalTask = { facts, posts }
      return threads.run<BriefingProposal>(new URL('./proposal-thread.ts', import.meta.url), task, {
        pool: 'texts',
        turn: ref.workspaceId,
        tooMuch: () =>
          new AppError('too_large', 'The report’s pages are too long to make proposals from.', {
            reason: 'proposal_too_complex',
          }),
      })
    },
  }
}
