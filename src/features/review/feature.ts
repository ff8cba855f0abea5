import type { Activity } from '#features/activity/service.ts'
import type { AiContentFeature } from '#features/ai-content/feature.ts'
import type { Audit } from '#features/audit/service.ts'
import type { MappedHosts } from '#features/domains/custom-domain-hosts.ts'
import type { Notifications } from '#features/notifications/service.ts'
import { createLinkAccess } from '#features/sharing/link-access.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { exportReviews } from './account-export.ts'
import { createDocumentComments } from './document-comments.ts'
import { createFeedback } from './feedback.ts'
import { createGuestDocuments } from './guest-document.ts'
import { createGuestPlans } from './guest-plan.ts'
import { createReviewLinks } from './links.ts'
import { createPlanComments } from './plan-comments.ts'
import { planReviewRoutes } from './plan-routes.ts'
import { createReviews } from './reviews.ts'
import { reviewRoutes } from './routes.ts'
import { createSuggestions } from './suggestions.ts'

type Dependencies = {
  activity: Activity
  audit: Audit
  content: AiContentFeature
  /** The workspace of a content plan. */
  locatePlan(workspaceIds: string[], id: string): Promise<string | null>
  hosts: MappedHosts
  notifications: Notifications
}

/** Documents and content plans that are read and reviewed by people without an account. */
export function createReviewFeature(core: Core, dependencies: Dependencies) {
  const { activity, audit, content, locatePlan, hosts, notifications } = dependencies
  const { db, secrets, rates, threads, publicUrl } = core
  const { documents, briefs } = content.service
  const readDocument = createGuestDocuments({ documents, threads })
  const shared = { db, activity, audit, publicUrl, getBranding: hosts.face }
  const links = createReviewLinks({
    ...{ ...shared, kind: 'document', read: readDocument },
    access: createLinkAccess({ secrets, rates, purpose: 'review-link' }),
  })
  const notify = notifications.notifyComment
  const comments = createDocumentComments({ db, activity, rates, readDocument, notify })
  const reviews = createReviews({ db, activity, notify })
  const suggestions = createSuggestions({
    ...{ db, rates, threads, documents },
    notify: notifications.notifySuggestion,
  })
  const planLinks = createReviewLinks({
    ...{ ...shared, kind: 'plan', read: createGuestPlans({ db }) },
    access: createLinkAccess({ secrets, rates, purpose: 'plan-review-link' }),
  })
  const planComments = createPlanComments({ db, activity, rates, notify: notifications.notifyPlanComment })
  return {
    service: { links, feedback: createFeedback({ db }) },
    routes: [
      ...reviewRoutes({ links, comments, reviews, suggestions, documents, briefs }),
      ...planReviewRoutes({ links: planLinks, comments: planComments, locatePlan }),
    ],
    accountExport: [exportReviews(db)],
  } satisfies Feature
}
