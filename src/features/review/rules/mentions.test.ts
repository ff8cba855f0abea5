import { expect, test } from 'vitest'
import { getTypedMention, matchMembers, pickMentioned, splitMentions } from './mentions.ts'

const mentionsIn = (text: string, names: string[]) =>
  splitMentions(text, names).flatMap((part) => (part.isMention ? [part.text] : []))

test('a mention is @ and a whole name, and the parts are the text', () => {
  const text = 'Hi @Ada Lovelace, and @Ada!'
  expect(splitMentions(text, ['Ada', 'Ada Lovelace'])).toEqual([
    { text: 'Hi ', isMention: false },
    { text: '@Ada Lovelace', isMention: true },
    { text: ', and ', isMention: false },
    { text: '@Ada', isMention: true },
    { text: '!', isMention: false },
  ])
  expect(mentionsIn('@Adam and mail@Ada and 😀@Ada', ['Ada'])).toEqual(['@Ada'])
  expect(mentionsIn('@@Ada @Åda', ['Ada', ''])).toEqual(['@Ada'])
  expect(mentionsIn('@a.b+(c)@example.com', ['a.b+(c)@example.com'])).toEqual(['@a.b+(c)@example.com'])
  expect(splitMentions('', ['Ada'])).toEqual([])
})

test('random texts are kept whole, and a name that is inside another one is not mentioned by it', () => {
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: 30 }, () => '@@ABa b\n😀'.charAt(Math.floor(Math.random() * 9))).join('')
    const parts = splitMentions(text, ['A', 'A B', 'ab', 'B'])
    expect(parts.map((part) => part.text).join('')).toBe(text)
  }
  expect(pickMentioned('Thanks @Ada Lovelace', [{ name: 'Ada' }, { name: 'Ada Lovelace' }, { name: 'Bob' }])).toEqual([
    { name: 'Ada Lovelace' },
  ])
})

test('a name is being typed from @ to the caret, on one line', () => {
  expect(getTypedMention('Thanks @Ada Lo', 14)).toEqual({ start: 7, typed: 'Ada Lo' })
  expect(getTypedMention('@', 1)).toEqual({ start: 0, typed: '' })
  expect(getTypedMention('@', 0)).toBeNull()
  for (const text of ['ada@example', '@ Ada', '@Ada\nmore', 'none', `@${'a'.repeat(61)}`])
    expect(getTypedMention(text, text.length)).toBeNull()
})

test('members are found by any word of their name, without accents, until the name is complete', () => {
  const members = [{ name: 'Ada Lovelace' }, { name: 'Zoë Adams' }, { name: 'Bob' }]
  expect(matchMembers(members, 'ad').map(({ name }) => name)).toEqual(['Ada Lovelace', 'Zoë Adams'])
  expect(matchMembers(members, 'zoe').map(({ name }) => name)).toEqual(['Zoë Adams'])
  expect(matchMembers(members, 'Bob ')).toEqual([])
  expect(matchMembers(members, 'nobody')).toEqual([])
  expect(matchMembers(members, '')).toHaveLength(3)
})
