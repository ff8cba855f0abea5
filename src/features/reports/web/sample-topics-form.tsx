import { Form, useNavigation } from 'react-router'
import { Spinner } from '#ui/spinner.tsx'
import { sampleTopics } from './sample-topics.ts'

/** The sample topics: each opens a report of sample data. */
export function SampleTopics() {
  const starting = useNavigation()
  const started = starting.state !== 'idle' ? starting.formData?.get('query') : null
  return (
    <Form method="post" action="/app/reports/new" noValidate className="border-line border-t">
      <input type="hidden" name="type" value="topic" />
      <input type="hidden" name="country" value="US" />
      <input type="hidden" name="language" value="en" />
      <input type="hidden" name="depth" value="2" />
      <input type="hidden" name="sources" value="sample" />
      {sampleTopics.map((topic) => (
        <button
          key={topic}
          type="submit"
          name="query"
          value={topic}
          aria-busy={started === topic || undefined}
          className="flex w-full min-h-9 items-center justify-between gap-4 border-line border-b px-0.5 text-left font-serif text-l hover:bg-well/60"
        >
          {topic}
          {started === topic && <Spinner />}
        </button>
      ))}
    </Form>
  )
}
