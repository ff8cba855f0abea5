import { expect, test } from 'vitest'
import { getReadability } from './readability.ts'

const gettysburg = `Four score and seven years ago our fathers brought forth on this continent, a new nation, conceived in Liberty, and dedicated to the proposition that all men are created equal. Now we are engaged in a great civil war, testing whether that nation, or any nation so conceived and so dedicated, can long endure. We are met on a great battle-field of that war. We have come to dedicate a portion of that field, as a final resting place for those who here gave their lives that that nation might live. It is altogether fitting and proper that we should do this.`
const plain = `The cat sat on the mat. The dog ran to the park. It was a hot day and the sun was up. We had a cup of tea. Then we went home to sit by the fire and read a book.`

test('the Gettysburg Address scores harder than a primer, and close to what other tools report', () => {
  const hard = getReadability(gettysburg, 'en')
  const easy = getReadability(plain, 'en')
  expect(hard.grade).toBeGreaterThan(8)
  expect(hard.grade).toBeLessThan(12)
  expect(easy.grade).toBeLessThan(3)
  expect(easy.ease).toBeGreaterThan(95)
  expect(hard.sentences).toBe(5)
  expect(hard.long_sentences).toBe(0.4)
})

test('no grade for languages the formula doesn’t cover, or for very short texts', () => {
  expect(getReadability('Der Kaffee zieht zwölf Stunden im Kühlschrank. '.repeat(10), 'de')).toMatchObject({
    grade: null,
    ease: null,
    sentences: 10,
  })
  expect(getReadability('Too short.', 'en').grade).toBeNull()
})

test('headings and list items count as sentences only if they end like one', () => {
  expect(getReadability('# Cold brew\n\n- coarse coffee\n- water\n\nSteep it for twelve hours.', 'en').sentences).toBe(
    1,
  )
})
