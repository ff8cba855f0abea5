import { expect, test } from 'vitest'
import { sentenceSpans, splitSentences } from './text-sentences.ts'

test.each([
  ['Dr. Smith drank 4.85 litres. He slept.', ['Dr. Smith drank 4.85 litres.', 'He slept.']],
  [
    'It costs approx. 3.50 dollars, e.g. at J. B. Hall. Nobody asks!',
    ['It costs approx. 3.50 dollars, e.g. at J. B. Hall.', 'Nobody asks!'],
  ],
  [
    'The U.S. Army came. “Why?” she asked. “Because.” He left.',
    ['The U.S. Army came.', '“Why?” she asked.', '“Because.”', 'He left.'],
  ],
  ['Wir treffen uns am 3. Mai, z. B. in Bonn. Das passt.', ['Wir treffen uns am 3. Mai, z. B. in Bonn.', 'Das passt.']],
  ['Er wurde 1990. Danach zog er um.', ['Er wurde 1990.', 'Danach zog er um.']],
  ['冷萃咖啡很顺滑。它可以保存七天！真的吗？是的。', ['冷萃咖啡很顺滑。', '它可以保存七天！', '真的吗？', '是的。']],
  ['كم تدوم القهوة؟ تدوم سبعة أيام. هذا كل شيء.', ['كم تدوم القهوة؟', 'تدوم سبعة أيام.', 'هذا كل شيء.']],
  ['कॉफी सात दिन रहती है। दूध इसे छोटा करता है।', ['कॉफी सात दिन रहती है।', 'दूध इसे छोटा करता है।']],
  ['A fact.[^1] Another fact. [^2] A third.', ['A fact.[^1]', 'Another fact. [^2]', 'A third.']],
  ['Keep it, etc. in a jar. Store it, etc. Then drink.', ['Keep it, etc. in a jar.', 'Store it, etc.', 'Then drink.']],
  ['no full stop at all', ['no full stop at all']],
  ['', []],
])('splits %j into sentences', (text, expected) => {
  expect(splitSentences(text)).toEqual(expected)
})

test('spans cover everything but white space', () => {
  const text = '  One. Two?  Three…\nfour "five." Six (7.5) e.g. eight!  '
  const inside = sentenceSpans(text)
    .map(({ start, end }) => text.slice(start, end))
    .join('')
  expect(inside.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
})
