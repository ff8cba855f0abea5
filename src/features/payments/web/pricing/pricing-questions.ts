import type { Answered } from '#web/components/questions-answered.tsx'
import type { WaysToPay } from '../../contract.ts'

/** Questions about plans, and about paying where something can be paid. */
export const getPricingQuestions = (ways: WaysToPay): Answered[] => [
  {
    question: 'What happens when I reach a limit?',
    answer:
      'That tool waits until your usage resets, on the day of the month you signed up, or until you upgrade. Nothing is charged on top. Reports, documents and posts stay as they are, and the other tools go on.',
  },
  {
    question: 'When does a report not count?',
    answer:
      'A report that fails or finds nothing is refunded. So is a text when nothing was written, and a humanized text in which nothing changed.',
  },
  {
    question: 'What happens to listeners on a smaller plan?',
    answer: 'The newest ones beyond the limit are paused, and you get an email. Nothing they found is deleted.',
  },
  {
    question: 'Who pays for a workspace?',
    answer: 'Its owner’s plan. Members and clients with a link don’t need a plan.',
  },
  {
    question: 'Do I pay for language models?',
    answer:
      'Not for this server’s models: a text uses a credit of your plan. If your workspace connects its own model, you also pay its provider.',
  },
  {
    question: 'Can I move to my own server later?',
    answer:
      'Yes. Export the workspace as an archive and import it there: reports, lists, plans, documents, images and listeners.',
  },
  ...(ways.card
    ? [
        {
          question: 'How do I pay, change or cancel?',
          answer:
            'By card, under Billing. Upgrades take effect immediately and are prorated. Downgrades and cancellations take effect at the end of the billing period.',
        },
      ]
    : []),
]
