import { z } from 'zod'
import { access, endpoint, eventStream, group } from '#kit/endpoint.ts'
import { id, itemId } from '#kit/fields.ts'
import { documentStatuses } from './contract-documents.ts'

/** Several people in one document: changes of its text as updates of Yjs, kept in order, and where everyone is. */

/** Bytes of one update. */
export const maxUpdateBytes = 2_000_000
/** Bytes of a document's updates, once they are compacted. */
export const maxLiveBytes = 16_000_000
/** People, or tabs, that have a document open for writing. */
export const maxLivePeople = 100

/** What Base64 makes of bytes. */
const toBase64Length = (bytes: number) => Math.ceil(bytes / 3) * 4

const base64 = (field: string, maxBytes: number) =>
  z
    .base64(`${field} must be Base64.`)
    .min(1, `${field} is missing.`)
    .max(toBase64Length(maxBytes), `${field} can have up to ${maxBytes.toLocaleString('en')} bytes.`)

const update = base64('update', maxUpdateBytes).meta({ description: 'A Yjs update in Base64.', examples: ['AAA='] })
const client = id('client').describe('A random id of the open editor, the same while it’s open.')
const epoch = id('epoch').describe('Id of the session, from `/ai/live/join`.')
const seq = z.number().meta({ description: 'Number of the latest update.', examples: [12] })
/** A query string has numbers as text. */
const position = z.coerce
  .number('after must be a number.')
  .int('after must be a whole number.')
  .min(0)
  .max(2_147_483_647)
  .meta({ description: 'Number of the last update you have.', examples: [12] })

const caret = z
  .strictObject({
    anchor: base64('anchor', 300).meta({ description: 'Relative Yjs position in Base64.', examples: ['AAA='] }),
    head: base64('head', 300).meta({ description: 'Relative Yjs position in Base64.', examples: ['AAA='] }),
  })
  .nullable()
  .describe('The selection. Null: none.')
export type LiveCaret = z.output<typeof caret>

const shownCaret = z
  .object({
    anchor: z.string().meta({ description: 'Relative Yjs position in Base64.', examples: ['AAA='] }),
    head: z.string().meta({ description: 'Relative Yjs position in Base64.', examples: ['AAA='] }),
  })
  .nullable()
  .describe('The selection. Null: none.')

const updates = z
  .array(z.string())
  .meta({ description: 'Yjs updates in Base64, in order. They can repeat.', examples: [['AAA=']] })

export const liveSession = z.object({
  epoch: itemId.describe('Id of the session. It ends when the text is changed outside the session.'),
  seq,
  saved_seq: z.number().meta({ description: 'Number of the last update that is in `version`.', examples: [9] }),
  version: z.number().meta({ description: 'Version of the document.', examples: [3] }),
  updates,
})
export type LiveSession = z.output<typeof liveSession>

const person = z.object({
  client: itemId.describe('Id of the open editor.'),
  user_id: itemId.describe('Id of the person.'),
  name: z.string().meta({ description: 'Name of the person.', examples: ['Ada'] }),
  joined: z.boolean().describe('Whether they joined the live session.'),
})
export type LivePerson = z.output<typeof person>

// People only: API keys change texts by versions.
const writer = access.resource('editor', null)

export const liveContract = group(
  {
    name: 'Live editing',
    area: 'Content',
    about:
      'Several people write in one document at a time. Its text is shared as Yjs updates while they do, and saved as versions. Any other change of the text ends the session.',
  },
  {
    join: endpoint({
      path: '/ai/live/join',
      access: writer,
      summary:
        'Join the live session of a document, or begin one with `seed`. Without a session and without `seed`, `session` is null.',
      effect: 'write',
      maxBytes: 3_000_000,
      input: z.strictObject({
        _id: id().describe('Id of the document.'),
        client,
        version: z
          .number('version must be a number.')
          .int('version must be a whole number.')
          .min(1)
          .meta({ description: 'The version that the seed holds.', examples: [1] }),
        seed: update
          .optional()
          .describe('The text of `version` as a Yjs update in Base64, to begin a session with if there is none.'),
      }),
      output: z.object({
        session: liveSession.nullable().describe('The session with its text. Null if there is none.'),
      }),
    }),
    update: endpoint({
      path: '/ai/live/update',
      access: writer,
      summary:
        'Add a change to the live session. It’s stored when the call answers. The same change can be sent again.',
      effect: 'write',
      maxBytes: 3_000_000,
      input: z.strictObject({ _id: id().describe('Id of the document.'), client, epoch, update }),
      output: z.object({ seq }),
    }),
    presence: endpoint({
      path: '/ai/live/presence',
      access: writer,
      summary: 'Show others where your selection is.',
      effect: 'write',
      input: z.strictObject({ _id: id().describe('Id of the document.'), client, caret }),
      output: z.object({}),
    }),
    follow: eventStream({
      method: 'GET',
      path: '/ai/live/:id',
      access: writer,
      summary:
        'Stream who has a document open, changes of its version and, with `epoch`, the updates of the live session.',
      input: z.strictObject({
        id: id('id').describe('Id of the document.'),
        client,
        epoch: epoch.optional(),
        after: position.optional(),
      }),
      output: z.object({
        changed: z
          .object({
            version: z.number().meta({ description: 'Number of the new version.', examples: [1] }),
            status: z.enum(documentStatuses).describe('Status of the document.'),
          })
          .describe('The document was saved.'),
        session: z
          .object({
            epoch: itemId.nullable().describe('Id of the session. Null if there is none.'),
            version: liveSession.shape.version,
            saved_seq: liveSession.shape.saved_seq,
            is_saved: z.boolean().describe('Whether all updates are saved in the version.'),
          })
          .describe('A session began, was saved or ended.'),
        updates: z.object({ epoch: itemId.describe('Id of the session.'), seq, updates }).describe('New updates.'),
        people: z
          .object({
            items: z.array(person).describe('People who have it open for editing, in the order they opened it.'),
          })
          .describe('Who has the document open for writing.'),
        carets: z
          .object({
            items: z
              .array(z.object({ client: itemId.describe('Id of the open editor.'), caret: shownCaret }))
              .describe('Changed selections.'),
          })
          .describe('Where others are.'),
      }),
    }),
  },
)
