import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { toMarkdownFile } from './rules/document-file.ts'
import { findPersonName } from './store/assignment-store.ts'
import { findVoices } from './store/brand-voice-store.ts'
import { findDocument, findDocumentIds, presentScored } from './store/store.ts'
import { findVersion, findVersions } from './store/version-store.ts'

export function exportDocuments(db: Database): ExportPart {
  return {
    about: [
      [
        'workspaces/*/documents/*.json',
        'a document: its brief, text, outline, citations, content score, owner, due date and every version',
      ],
      ['workspaces/*/documents/*.md', 'the text of the same document'],
      ['workspaces/*/voices.json', 'brand voices'],
    ],
    async *files({ ownedIds }) {
      for (const workspaceId of ownedIds) {
        for (const id of await findDocumentIds(db, workspaceId)) {
          const ref = { workspaceId, id }
          const row = await findDocument(db, ref)
          if (!row) continue
          const path = `${workspaceFolder(workspaceId)}/documents/${id}`
          const heads = await findVersions(db, ref)
          const versions = []
          for (const head of heads)
            versions.push({ ...head, content_md: (await findVersion(db, ref, head.version))?.content_md ?? '' })
          const owner = await findPersonName(db, row.owner_id)
          yield jsonFile(`${path}.json`, { ...presentScored(row, heads, owner), versions })
          const { language } = row.briefing
          yield {
            path: `${path}.md`,
            content: toMarkdownFile({
              title: row.title,
              contentMd: row.content_md,
              citations: row.citations,
              language,
            }),
          }
        }
        yield jsonFile(`${workspaceFolder(workspaceId)}/voices.json`, await findVoices(db, workspaceId))
      }
    },
  }
}
