import { reviewContract } from '../contract.ts'
import { ShareDialog } from './share-dialog.tsx'

/** The link of a document. */
export default function ShareDocument(props: { id: string; onClose: () => void }) {
  return (
    <ShareDialog
      {...props}
      contract={reviewContract}
      title="Share document"
      description="Anyone with the link can read the document without an account. It always shows the saved text."
      permissions={[
        { value: 'read', label: 'Read' },
        { value: 'comment', label: 'Read and comment' },
        { value: 'write', label: 'Comment and suggest changes' },
      ]}
      hasBrief
    />
  )
}
