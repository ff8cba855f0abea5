import type { Voices } from '#features/ai-content/brand-voices.ts'
import type { Checks } from '#features/ai-content/checks/check-document.ts'
import type { Documents } from '#features/ai-content/service.ts'
import type { BackgroundWriting } from '#features/ai-content/writing/background-writing.ts'
import type { Models } from '#features/ai-content/writing/workspace-model.ts'
import type { ContentPlans } from '#features/content-plan/service.ts'
import type { Humanizer } from '#features/humanizer/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { Log } from '#platform/log.ts'
import type { Claim, ClaimedItem } from './store/item-store.ts'
import type { ThinkingRooms } from './thinking-rooms.ts'

/** What the steps of an item work with. */
export type ItemDependencies = {
  db: Database
  plans: Plans
  content: { documents: Documents; models: Models; voices: Voices; background: BackgroundWriting; checks: Checks }
  contentPlans: ContentPlans
  humanizer: Humanizer
  signals: Signals
  log: Log
  /** Milliseconds between two requests to a model; 0 without a limit. */
  gapMs: number
  rooms: ThinkingRooms
}

export type StepContext = { claim: Claim; item: ClaimedItem; signal: AbortSignal }
