import { planReviewContract } from '../contract-plans.ts'
import { ShareDialog } from './share-dialog.tsx'

/** The link of a content plan. */
export default function SharePlan(props: { id: string; onClose: () => void }) {
  return (
    <ShareDialog
      {...props}
      contract={planReviewContract}
      title="Share plan"
      description="Anyone with the link sees the items with their main keyword, state and due date, without an account. Search volumes, owners, documents and links between pages stay private."
      permissions={[
        { value: 'read', label: 'Read' },
        { value: 'comment', label: 'Read and comment' },
      ]}
    />
  )
}
