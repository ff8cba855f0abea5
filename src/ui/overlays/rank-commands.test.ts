import { expect, test } from 'vitest'
import type { CommandGroup } from './command-group.ts'
import { rankCommands } from './rank-commands.ts'

const command = (label: string, keywords?: string[]) => ({ id: label, label, keywords, onSelect() {} })
const groups = (typed: string): CommandGroup[] => [
  { heading: 'Go to', commands: [command('Humanizer', ['rewrite']), command('Reports'), command('Images')] },
  {
    heading: 'Create',
    commands: [command('New report', ['run']), command('New list'), command('New document', ['write'])],
  },
  { heading: 'Reports', found: true, commands: [command('why is humus brown')] },
  { heading: 'Search', last: true, commands: [command(`Run report for “${typed}”`)] },
]
const labels = (typed: string) =>
  rankCommands(groups(typed), typed).flatMap(({ commands }) => commands.map(({ label }) => label))

test('a matching command is above a report about what was typed', () => {
  expect(labels('new report')).toEqual(['New report', 'why is humus brown', 'Run report for “new report”'])
  expect(labels('humanize')[0]).toBe('Humanizer')
  expect(labels('humanize').at(-1)).toBe('Run report for “humanize”')
})

test('any text can be searched for', () => {
  expect(labels('cold brew')).toEqual(['why is humus brown', 'Run report for “cold brew”'])
})

test('names come before keywords, and every typed word has to match', () => {
  expect(labels('re')).toEqual(['Reports', 'Humanizer', 'New report', 'why is humus brown', 'Run report for “re”'])
  expect(labels('rewrite')[0]).toBe('Humanizer')
  expect(labels('new lis')[0]).toBe('New list')
  expect(labels('new xyz')).toEqual(['why is humus brown', 'Run report for “new xyz”'])
})

test('nothing typed: all commands in their order', () => {
  expect(rankCommands(groups(''), ' ').map(({ heading }) => heading)).toEqual(['Go to', 'Create', 'Reports', 'Search'])
})
