import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { sampleTopics } from './sample-topics.ts'

/** Ways on where no source answered: try again, open a sample, import a file. The last two need no network. */
export function WaysOn({ retry }: { retry: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-2">
      {retry}
      <Form method="post" action="/app/reports/new" noValidate>
        <input type="hidden" name="type" value="topic" />
        <input type="hidden" name="country" value="US" />
        <input type="hidden" name="language" value="en" />
        <input type="hidden" name="depth" value="2" />
        <input type="hidden" name="sources" value="sample" />
        <Button type="submit" size="s" name="query" value={sampleTopics[0]}>
          Open a sample
        </Button>
      </Form>
      <Button size="s" href="/app/imports">
        Import a file
      </Button>
    </div>
  )
}
