import { expect, test } from 'vitest'
import { maxPrompts } from '../contract.ts'
import { mergePrompts } from './merge-prompts.ts'

test('added prompts come behind the others, none twice', () => {
  const added = ['Which kettle is quiet?', 'how to clean a  kettle', 'how to clean a kettle']
  expect(mergePrompts(['which kettle is quiet?'], added, 'en')).toEqual([
    'which kettle is quiet?',
    'how to clean a  kettle',
  ])
})

test('there are never more than a watch can have', () => {
  const existing = Array.from({ length: maxPrompts - 1 }, (_, at) => `prompt ${at}`)
  expect(mergePrompts(existing, ['one more', 'too many'], 'en')).toEqual([...existing, 'one more'])
})
