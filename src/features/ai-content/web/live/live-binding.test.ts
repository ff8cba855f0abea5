import { undo as undoAlone } from '@tiptap/pm/history'
import { TextSelection } from '@tiptap/pm/state'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyUpdate, Doc } from 'yjs'
import { createFakeEditor, type FakeEditor, parse, schema, serialize } from './fake-editor.test-rows.ts'
import { bindLiveSession, type LiveBinding, makeSeed } from './live-binding.ts'
import { readText } from './live-document.ts'
import { fromBase64, type LiveEvent } from './live-transport.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const about = { title: 'Cold brew', outline: [] }

/** A session in memory. `deliver` gives each person what is new for them. */
function startSession(markdown: string) {
  const updates = [makeSeed(parse(markdown), about)]
  const people: { editor: FakeEditor; binding: LiveBinding; seen: number; titles: string[] }[] = []
  return {
    people,
    join(editor: FakeEditor, typed = false) {
      const titles: string[] = []
      const binding = bindLiveSession({
        editor: editor.asEditor(),
        client: `c${people.length}`,
        session: { epoch: 'e1', seq: updates.length, saved_seq: 0, version: 1, updates: [...updates] },
        transport: { update: async (_epoch, update) => ({ seq: updates.push(update) }), presence: async () => ({}) },
        mergeTyped: () => ({ text: typed ? editor.state.doc : null, about: (shared) => shared }),
        onAbout: ({ title }) => titles.push(title),
        onEnded: () => {},
        onChange: () => {},
      })!
      const person = { editor, binding, seen: updates.length, titles }
      people.push(person)
      return person
    },
    deliver(person = people[0]!) {
      const event: LiveEvent = {
        event: 'updates',
        data: { epoch: 'e1', seq: updates.length, updates: updates.slice(person.seen) },
      }
      person.seen = updates.length
      person.binding.receive(event)
    },
    async settle() {
      for (let round = 0; round < 3; round++) {
        await vi.advanceTimersByTimeAsync(200)
        for (const person of people) this.deliver(person)
      }
    },
  }
}

async function startTwo(markdown: string) {
  const session = startSession(markdown)
  const [ada, bob] = [createFakeEditor(markdown), createFakeEditor(markdown)]
  return { session, ada, bob, one: session.join(ada), other: session.join(bob) }
}

const long = `# Cold brew

Steep **coarse** grounds for *16 hours*, see [the guide](https://example.com/a "Guide") and \`code\`.[^1]

- one
- two
  - nested

1. first
2. second

- [x] Buy grounds
- [ ] Steep

> A quote

| a | b |
| --- | --- |
| 1 | 2 |

![alt](https://example.com/i.png)

\`\`\`js
const a = 1
\`\`\`

---

The end  
of it.
`

test('a text is the same after it was a shared one', () => {
  const doc = new Doc()
  applyUpdate(doc, fromBase64(makeSeed(parse(long), about)))
  const text = readText(doc, schema).doc
  text.check()
  expect(text.eq(parse(long))).toBe(true)
  expect(serialize(text)).toBe(serialize(parse(long)))
})

test('an empty text has one paragraph for all', async () => {
  const { ada, bob, session } = await startTwo('')
  ada.type(1, 'A')
  bob.type(1, 'B')
  await session.settle()
  expect(ada.markdown()).toBe(bob.markdown())
  expect(ada.state.doc.childCount).toBe(1)
  expect(ada.state.doc.textContent).toHaveLength(2)
})

test('what each types is in both texts, and a selection and earlier paragraphs stay', async () => {
  const { ada, bob, session } = await startTwo('One.\n\nTwo.\n\nThree.')
  bob.view.dispatch(bob.state.tr.setSelection(TextSelection.create(bob.state.doc, 9)))
  const kept = bob.state.doc.child(2)
  ada.type(1, 'Now: ')
  await session.settle()
  expect(bob.markdown()).toBe('Now: One.\n\nTwo.\n\nThree.')
  expect(bob.state.selection.from).toBe(14)
  // Only what differs was replaced.
  expect(bob.state.doc.child(2)).toBe(kept)
  bob.type(14, 'x')
  await session.settle()
  expect(ada.markdown()).toBe(bob.markdown())
})

test('text typed while joining is everyone’s, and leaving keeps the text', async () => {
  const session = startSession('One.')
  const [ada, bob] = [createFakeEditor('One.'), createFakeEditor('One.')]
  session.join(ada)
  bob.type(5, ' Two.')
  session.join(bob, true)
  await session.settle()
  expect(ada.markdown()).toBe('One. Two.')
  session.people[1]!.binding.leave()
  bob.type(1, 'x')
  await session.settle()
  expect(bob.markdown()).toBe('xOne. Two.')
  expect(ada.markdown()).toBe('One. Two.')
  expect(bob.state.plugins).toHaveLength(1)
})

test('undo takes back one’s own changes only, then those before the session', async () => {
  const session = startSession('One.')
  const [ada, bob] = [createFakeEditor('ne.'), createFakeEditor('One.')]
  ada.type(1, 'O')
  session.join(ada)
  session.join(bob)
  ada.type(5, ' A')
  await session.settle()
  bob.type(1, 'B ')
  await session.settle()
  expect(ada.markdown()).toBe('B One. A')
  const { undoRedo } = ada.storage
  expect(undoRedo.shared!.undo()).toBe(true)
  expect(ada.markdown()).toBe('B One.')
  expect(undoRedo.shared!.undo()).toBe(true)
  expect(ada.markdown()).toBe('B ne.')
  expect(undoRedo.shared!.undo()).toBe(false)
  expect(undoRedo.shared!.redo()).toBe(true)
  expect(undoRedo.shared!.redo()).toBe(true)
  expect(undoRedo.shared!.redo()).toBe(false)
  await session.settle()
  expect(bob.markdown()).toBe('B One. A')
  expect(ada.markdown()).toBe('B One. A')
  // Afterwards, alone again.
  for (const { binding } of session.people) binding.leave()
  expect(undoRedo.shared).toBeNull()
  expect(undoAlone(ada.state, (tr) => ada.view.dispatch(tr))).toBe(true)
  expect(ada.markdown()).toBe('B ne. A')
})

test('two people edit the title', async () => {
  const { session, one, other } = await startTwo('One.')
  one.binding.setAbout({ ...about, title: 'Iced Cold brew' })
  other.binding.setAbout({ ...about, title: 'Cold brew at home' })
  await session.settle()
  expect(one.titles.at(-1)).toBe('Iced Cold brew at home')
  expect(other.titles.at(-1)).toBe('Iced Cold brew at home')
})

test('property: random edits of a text with formats converge to a valid text', async () => {
  const edit = fc.record({
    who: fc.constantFrom(0, 1),
    what: fc.constantFrom('insert', 'insert', 'delete', 'bold', 'split', 'deliver'),
    at: fc.nat(10_000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 5, maxLength: 60 }), async (edits) => {
      const { session } = await startTwo('One **two** three.\n\nFour five.\n\n- six\n- seven')
      for (const { who, what, at } of edits) {
        const person = session.people[who]!
        const { editor } = person
        const places: number[] = []
        editor.state.doc.descendants((node, position) => {
          if (node.isTextblock)
            for (let offset = 0; offset <= node.content.size; offset++) places.push(position + 1 + offset)
        })
        const place = places[at % places.length]!
        const { tr, doc } = editor.state
        const rest = doc.resolve(place).parent.content.size - doc.resolve(place).parentOffset
        const end = place + Math.min(3, rest)
        if (what === 'insert') tr.insertText('x', place)
        else if (what === 'delete' && end > place) tr.delete(place, end)
        else if (what === 'bold' && end > place) tr.addMark(place, end, schema.marks.bold!.create())
        else if (what === 'split') tr.split(place)
        if (what === 'deliver') {
          await vi.advanceTimersByTimeAsync(100)
          session.deliver(person)
        } else editor.view.dispatch(tr)
      }
      await session.settle()
      await session.settle()
      const [one, other] = session.people
      one!.editor.state.doc.check()
      expect(other!.editor.state.doc.toJSON()).toEqual(one!.editor.state.doc.toJSON())
      for (const { binding } of session.people) binding.leave()
    }),
    { numRuns: 40 },
  )
})
