import { plural } from '#ui/format/format.ts'
import type { Cluster, Row } from '../../../../contract.ts'
import { TopicNameDialog } from './topic-name-dialog.tsx'
import { TopicPickerDialog } from './topic-picker-dialog.tsx'
import { canUndoMerge, type TopicEdits } from './use-topic-edits.ts'

/** A change that needs a name or another topic first. */
export type TopicQuestion =
  | { kind: 'rename'; topic: Cluster }
  | { kind: 'split'; topic: Cluster; rows: Row[] }
  | { kind: 'merge'; topics: [Cluster, ...Cluster[]] }
  | { kind: 'merge-with'; topic: Cluster }
  | { kind: 'move-keywords'; topic: Cluster; rows: Row[] }
  | { kind: 'move-topics'; topics: Cluster[] }

export type TopicEditDialogsProps = {
  question: TopicQuestion | null
  clusters: Cluster[]
  edits: TopicEdits
  onAsk: (question: TopicQuestion | null) => void
  /** After a change: the topic it leaves behind. */
  onDone: (question: TopicQuestion, topic: Cluster | null) => void
}

export function TopicEditDialogs({ question, clusters, edits, onAsk, onDone }: TopicEditDialogsProps) {
  if (!question) return null
  const close = () => {
    edits.clearError()
    onAsk(null)
  }
  const finish = async (change: Promise<boolean>, topic: Cluster | null) => {
    if (!(await change)) return
    onAsk(null)
    onDone(question, topic)
  }
  const same = { busy: edits.busy, error: edits.error, onClose: close }
  const leaves = clusters.filter(({ kind }) => kind !== 'parent')
  switch (question.kind) {
    case 'rename': {
      const { topic } = question
      return (
        <TopicNameDialog
          {...same}
          title="Rename topic"
          label="Topic name"
          first={topic.name}
          action="Rename topic"
          onSave={(name) => void finish(edits.rename(topic, name), topic)}
        />
      )
    }
    case 'split': {
      const { topic, rows } = question
      return (
        <TopicNameDialog
          {...same}
          title="Split off a topic"
          description={`${plural(rows.length, 'keyword')} of “${topic.name}” become a topic of their own.`}
          label="Name of the new topic"
          first={rows[0]!.text}
          action="Split topic"
          onSave={(name) => void finish(edits.split(topic, rows, name), topic)}
        />
      )
    }
    case 'merge': {
      const { topics } = question
      return (
        <TopicNameDialog
          {...same}
          title={`Merge ${plural(topics.length, 'topic')}`}
          description={`${topics.map(({ name }) => `“${name}”`).join(', ')}: ${plural(
            topics.reduce((sum, { keywords }) => sum + keywords, 0),
            'keyword',
          )} together.${canUndoMerge(topics) ? '' : ' This moves too many keywords to be undone.'}`}
          label="Topic name"
          first={topics[0].name}
          action="Merge topics"
          onSave={(name) => void finish(edits.merge(topics, name), topics[0])}
        />
      )
    }
    case 'merge-with': {
      const { topic } = question
      return (
        <TopicPickerDialog
          {...same}
          title={`Merge “${topic.name}”`}
          description="Select the topic to merge it with."
          topics={leaves.filter(({ _id }) => _id !== topic._id)}
          action="Continue"
          onPick={(other) => onAsk({ kind: 'merge', topics: [topic, other] })}
        />
      )
    }
    case 'move-keywords': {
      const { topic, rows } = question
      return (
        <TopicPickerDialog
          {...same}
          title={rows.length === 1 ? `Move “${rows[0]!.text}”` : `Move ${plural(rows.length, 'keyword')}`}
          description="Select the topic to move to."
          topics={leaves.filter(({ _id }) => _id !== topic._id)}
          action={rows.length === 1 ? 'Move keyword' : 'Move keywords'}
          onPick={(target) => void finish(edits.moveKeywords(rows, topic, target), target)}
        />
      )
    }
    case 'move-topics': {
      const { topics } = question
      return (
        <TopicPickerDialog
          {...same}
          title={topics.length === 1 ? `Move “${topics[0]!.name}”` : `Move ${plural(topics.length, 'topic')}`}
          description={`Select the parent topic to move to.${
            edits.canUndoMove(topics)
              ? ''
              : ' This can’t be undone: topics can’t return to a parent that’s gone, or to none.'
          }`}
          topics={clusters.filter(
            ({ kind, _id }) => kind === 'parent' && topics.some(({ parent_id }) => parent_id !== _id),
          )}
          action={topics.length === 1 ? 'Move topic' : 'Move topics'}
          onPick={(parent) => void finish(edits.moveTopics(topics, parent), topics[0]!)}
        />
      )
    }
  }
}
