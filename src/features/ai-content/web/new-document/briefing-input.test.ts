import { expect, test } from 'vitest'
import { aiContentContract } from '../../contract.ts'
import { toBriefingInput } from './briefing-input.ts'
import { emptyBriefing } from './use-briefing-draft.ts'

const workspaceId = '0199a3c4-5b1e-7c80-9d2f-3a6e1f0b7c43'
const toInput = (typed: Partial<typeof emptyBriefing>, keyword: string | null = null) =>
  toBriefingInput({
    ...{ name: 'blog_post', workspaceId, keywords: [], outline: [], topicId: null, planItemId: null },
    keyword,
    values: { ...emptyBriefing, title: 'Cold brew', ...typed },
  })

test('each line is a claim that the text may not make', () => {
  const input = toInput({ claims: ' that it has no acid \n\nthat it heals' })
  expect(aiContentContract.new.input.parse(input)).toMatchObject({
    do_not_claim: ['that it has no acid', 'that it heals'],
  })
})

test('what isn’t filled in isn’t sent', () => {
  expect(toInput({ claims: '\n ' })).toEqual({ workspace_id: workspaceId, template: 'blog_post', title: 'Cold brew' })
})

test('a document keeps the keyword that it was opened with, whatever its title', () => {
  const input = toInput({ title: 'How much water', report: workspaceId }, 'cold brew ratio')
  expect(aiContentContract.new.input.parse(input)).toMatchObject({
    ...{ title: 'How much water', report_id: workspaceId, keyword: 'cold brew ratio' },
  })
})
