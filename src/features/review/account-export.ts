import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findCommentsForExport, findPlanCommentsForExport } from './store/comment-store.ts'
import { findLinksForExport, findPlanLinksForExport } from './store/link-store.ts'
import { findReviewsForExport } from './store/review-store.ts'
import { findSuggestionsForExport } from './store/suggestion-store.ts'

export const exportReviews = (db: Database): ExportPart => ({
  about: [
    ['workspaces/*/review-links.json', 'which documents are shared by link, what guests may do and when it expires'],
    ['workspaces/*/reviews.json', 'which documents are in review or approved, and who said so'],
    ['workspaces/*/comments.json', 'comments of members and guests on documents'],
    ['workspaces/*/suggestions.json', 'changes that guests suggested in documents'],
    [
      'workspaces/*/plan-review-links.json',
      'which content plans are shared by link, what guests may do and when it expires',
    ],
    ['workspaces/*/plan-comments.json', 'comments of members and guests on content plans'],
  ],
  async *files({ ownedIds }) {
    for (const id of ownedIds) {
      yield jsonFile(`${workspaceFolder(id)}/review-links.json`, await findLinksForExport(db, id))
      yield jsonFile(`${workspaceFolder(id)}/reviews.json`, await findReviewsForExport(db, id))
      yield jsonFile(`${workspaceFolder(id)}/comments.json`, await findCommentsForExport(db, id))
      yield jsonFile(`${workspaceFolder(id)}/suggestions.json`, await findSuggestionsForExport(db, id))
      yield jsonFile(`${workspaceFolder(id)}/plan-review-links.json`, await findPlanLinksForExport(db, id))
      yield jsonFile(`${workspaceFolder(id)}/plan-comments.json`, await findPlanCommentsForExport(db, id))
    }
  },
})
