import type { PublishProblem } from '../../../rules/publish-checks.ts'
import { titleFieldId } from '../../document/editor-layout.tsx'
import { goToWords } from '../find/find-in-text.ts'
import { goToCitation, goToImage } from '../section-moves.ts'
import type { EditorSession } from '../use-editor-session.ts'

/** Selects what a publishing check names and scrolls to it. */
export function goToProblem(session: EditorSession, problem: PublishProblem['id'], example: string) {
  if (problem === 'lost_citations') goToCitation(session, Number(/\d+/.exec(example)?.[0]))
  else if (problem === 'alt_text') goToImage(session, example)
  else if (problem === 'raw_titles' && example === session.title) document.getElementById(titleFieldId)?.focus()
  else goToWords(session.editor, example)
}
