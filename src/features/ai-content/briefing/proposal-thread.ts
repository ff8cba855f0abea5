/** Runs in a worker thread: proposes a briefing from a report's pages. */

import type { BriefingSources } from '#features/reports/rules/briefing-sources.ts'
import type { BriefingProposal } from '../contract.ts'
import { proposeBriefing } from '../rules/briefing/propose-briefing.ts'

export type ProposalTask = { facts: BriefingSources; posts: { url: string; title: string }[] }

export default function propose({ facts, posts }: ProposalTask): BriefingProposal {
  return proposeBriefing(facts, posts)
}
