import { expect } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { reviewContract } from '../../src/features/review/contract.ts'
import { reviewStateContract } from '../../src/features/review/contract-state.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { looksRight } from '../support/accessibility-checks.ts'
import { browserTest as test } from '../support/browser-test.ts'
import { awake } from '../support/hydration.ts'

/** An agency's brief goes to a writer and a client who have no account, and becomes a post. */

test.for([1440, 390])(
  'brief, suggestions, comment, approval and publishing at %i pixels',
  async (width, { open, account }) => {
    const { call, workspaceId } = account
    const viewport = { width, height: 900 }
    await call(workspacesContract.update, { _id: workspaceId, require_approval: true })
    const { item } = await call(aiContentContract.new, {
      ...{ workspace_id: workspaceId, template: 'blog_post', title: 'Cold brew at home', model: 'builtin' },
      ...{ outline: [{ type: 'h2', text: 'How long it steeps' }], keywords: ['cold brew ratio'] },
    })
    const text = '## How long it steeps\n\nSteep it.\n\n## How to serve it\n\nServe it.\n'
    await call(aiContentContract.update, { _id: item._id, version: item.version, content_md: text })
    const agency = await open({ viewport })
    await agency.goto(`/app/content/${item._id}`)
    await awake(agency)
    const choose = async (command: string) => {
      await agency.getByRole('button', { name: 'More', exact: true }).click()
      await agency.getByRole('menuitem', { name: command }).click()
    }
    /** What stands beside the text is in a drawer on a phone. */
    const openPanel = async (tab: string) => {
      if (width < 1100) await agency.getByRole('button', { name: 'Score and review' }).click()
      await agency.getByRole('tab', { name: tab }).click()
    }
    await choose('Content brief')
    const brief = agency.getByRole('dialog', { name: 'Content brief' })
    await brief.getByLabel('Do not claim').fill('It cures insomnia')
    await brief.getByRole('button', { name: 'Save list' }).click()
    await brief.locator('.document-text').getByText('It cures insomnia').waitFor()
    await agency.keyboard.press('Escape')
    await brief.waitFor({ state: 'detached' })
    await choose('Share document')
    const sharing = agency.getByRole('dialog', { name: 'Share document' })
    await sharing.getByLabel('Guests can').selectOption('write')
    await sharing.getByRole('checkbox', { name: 'Show the content brief' }).check()
    await sharing.getByRole('button', { name: 'Create link' }).click()
    await sharing.getByRole('button', { name: 'Disable link' }).waitFor()
    const { share } = await call(reviewContract.sharing, { _id: item._id })
    await agency.keyboard.press('Escape')
    const path = new URL(share!.url).pathname

    const writer = await open({ as: null, viewport })
    await writer.goto(path)
    await writer.getByRole('link', { name: 'Read the brief' }).click()
    await writer.getByText('It cures insomnia').waitFor()
    await writer.goto(`${path}?edit`)
    await writer.getByLabel('Your name').fill('Wim')
    await writer
      .getByLabel('Text')
      .fill(text.replace('Steep it', 'Steep it for 16 hours in the fridge').replace('Serve it', 'Serve it iced'))
    await writer.getByText('Saved as suggestions.').waitFor()
    await looksRight(writer, { name: `writer ${width}` })

    await agency.reload()
    await awake(agency)
    await openPanel('Review')
    await agency.getByRole('button', { name: 'Accept all' }).click()
    await agency.locator('.ProseMirror', { hasText: 'Steep it for 16 hours in the fridge.' }).waitFor()
    await agency.getByRole('button', { name: 'Send to review' }).click()
    await agency.getByText(/^Sent to review by/).waitFor()

    const client = await open({ as: null, viewport })
    await client.goto(path)
    await client.getByText('Steep it for 16 hours in the fridge.').waitFor()
    await client.getByLabel('Your name').last().fill('Clara')
    await client.getByLabel('Comment', { exact: true }).fill('Good.')
    await client.getByRole('button', { name: 'Add comment' }).click()
    await client.getByRole('heading', { name: '1 comment' }).waitFor()
    await client.getByText('Approve or request changes').click()
    await client.getByRole('button', { name: 'Approve' }).click()
    await client.getByText('approved by Clara (guest)').waitFor()
    await looksRight(client, { name: `client ${width}` })

    await agency.reload()
    await awake(agency)
    await openPanel('Comments')
    await agency.getByText('Good.').waitFor()
    await looksRight(agency, { name: `agency ${width}` })
    if (width < 1100) await agency.keyboard.press('Escape')
    await agency.getByRole('button', { name: 'Publish' }).first().click()
    const publishing = agency.getByRole('dialog', { name: 'Publish' })
    await publishing.getByRole('button', { name: 'Publish', exact: true }).click()
    await publishing.getByText('Published on').waitFor()
    const { item: after } = await call(reviewStateContract.get, { _id: item._id })
    expect(after.review).toMatchObject({ state: 'approved' })
  },
)
