import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTree, maxQuestionDepth, type QuestionNode, type QuestionRow, wheel } from './question-tree.ts'

const row = (text: string, over: Partial<QuestionRow> = {}): QuestionRow => ({
  id: text,
  text,
  modifier: text.split(' ')[0]!,
  parentId: null,
  popularity: 0,
  ...over,
})
const query = 'cold brew'

describe('buildTree', () => {
  it('nests a question under the longest one it extends', () => {
    const { parentById: parentOf } = buildTree(
      [
        row('how to make cold brew'),
        row('how to make cold brew at home'),
        row('how to make cold brew at home without a filter'),
        row('how to store cold brew'),
      ],
      query,
    )
    expect(Object.fromEntries(parentOf)).toEqual({
      'how to make cold brew': null,
      'how to make cold brew at home': 'how to make cold brew',
      'how to make cold brew at home without a filter': 'how to make cold brew at home',
      'how to store cold brew': null,
    })
  })

  it('doesn’t nest questions under a question that adds nothing to the topic', () => {
    const { parentById: parentOf } = buildTree([row('how cold brew'), row('how long to steep cold brew')], query)
    expect(parentOf.get('how long to steep cold brew')).toBeNull()
  })

  it('keeps the parent whose expansion found the question', () => {
    const rows = [
      row('how to make cold brew'),
      row('what ratio'),
      row('how to make cold brew stronger', { parentId: 'what ratio' }),
    ]
    expect(buildTree(rows, query).parentById.get('how to make cold brew stronger')).toBe('what ratio')
  })

  it('uses the text if that parent isn’t among the rows', () => {
    const rows = [row('how to make cold brew'), row('how to make cold brew sweet', { parentId: 'gone' })]
    expect(buildTree(rows, query).parentById.get('how to make cold brew sweet')).toBe('how to make cold brew')
  })

  it('breaks cycles', () => {
    const { parentById: parentOf, roots } = buildTree([row('a', { parentId: 'b' }), row('b', { parentId: 'a' })], query)
    expect([...parentOf.values()].filter((parent) => parent === null)).toHaveLength(1)
    expect(roots).toHaveLength(1)
  })

  it('orders siblings by popularity, then by text', () => {
    const rows = [row('why b'), row('why a'), row('why c', { popularity: 9 }), row('why d', { popularity: null })]
    expect(buildTree(rows, query).roots.map(({ row: { text } }) => text)).toEqual(['why c', 'why a', 'why b', 'why d'])
  })

  it('contains every row once, at most four levels deep, whatever the parents', () => {
    const ids = fc.constantFrom(...'abcdefghijkl')
    const words = fc.array(fc.constantFrom('how', 'to', 'make', 'cold', 'brew', 'at', 'home', 'sweet'), {
      minLength: 1,
      maxLength: 8,
    })
    const rows = fc.uniqueArray(
      fc.record({
        id: ids,
        text: words.map((w) => w.join(' ')),
        modifier: fc.constant('how'),
        parentId: fc.option(ids),
        popularity: fc.option(fc.nat(100)),
      }),
      { selector: ({ id }) => id },
    )
    fc.assert(
      fc.property(rows, (list) => {
        const seen: string[] = []
        const walk = (node: QuestionNode, depth: number) => {
          expect(node.depth).toBe(depth)
          expect(depth).toBeLessThanOrEqual(maxQuestionDepth)
          seen.push(node.row.id)
          for (const child of node.children) walk(child, depth + 1)
        }
        const { roots, parentById: parentOf } = buildTree(list, query)
        for (const root of roots) walk(root, 1)
        expect(seen.toSorted()).toEqual(list.map(({ id }) => id).toSorted())
        expect(parentOf.size).toBe(list.length)
      }),
    )
  })
})

describe('wheel', () => {
  const rows = [
    ...['who', 'what', 'how', 'how', 'how'].map((modifier, i) => row(`${modifier} ${i}`, { popularity: i })),
    row('tell me?', { modifier: null }),
  ]

  it('orders groups like the phrasebook, with other questions last', () => {
    expect(wheel(rows, 'en').map(({ modifier }) => modifier)).toEqual(['how', 'what', 'who', 'other'])
  })

  it('shows the most popular rows and counts all', () => {
    expect(wheel(rows, 'en', 2)[0]).toMatchObject({
      modifier: 'how',
      count: 3,
      rows: [{ text: 'how 4' }, { text: 'how 3' }],
    })
  })

  it('orders groups by size in a language without a phrasebook', () => {
    expect(wheel(rows, 'fi').map(({ modifier }) => modifier)).toEqual(['how', 'what', 'who', 'other'])
  })
})
