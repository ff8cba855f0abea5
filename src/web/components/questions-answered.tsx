import type { ReactNode } from 'react'

export type Answered = { question: string; answer: string; link?: { href: string; text: string } }

/** Questions with their answers, always open: they are found by the browser's search and by search engines. */
export const QuestionsAnswered = ({ title, id, items }: { title: ReactNode; id: string; items: Answered[] }) => (
  <section className="far-below" aria-labelledby={id}>
    <h2 id={id} className="text-[clamp(28px,3.2vw,40px)] leading-[1.1] font-medium font-serif tracking-tight">
      {title}
    </h2>
    <dl className="mt-7 grid gap-x-12 border-line border-t sm:grid-cols-2">
      {items.map(({ question, answer, link }) => (
        <div key={question} className="border-line border-b py-5">
          <dt className="text-m font-[550]">{question}</dt>
          <dd className="mt-1.5 max-w-[44em] text-m text-ink-2 leading-relaxed">
            {answer}
            {link && (
              <>
                {' '}
                <a className="link text-ink" href={link.href}>
                  {link.text}
                </a>
                .
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

/** For search engines: https://schema.org/FAQPage */
export const toFaqPage = (items: Answered[]) => ({
  '@type': 'FAQPage',
  mainEntity: items.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
