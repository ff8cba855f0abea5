import { cx } from '#ui/class-names.ts'

export const ViewOnly = () => (
  <p className="max-w-140 text-ink-2">
    You have view-only access. To run lookups, ask the workspace owner to make you an editor.
  </p>
)

export const MissingLookup = ({ className }: { className: string }) => (
  <p className={cx('text-ink-2', className)}>This lookup was deleted or is in another workspace.</p>
)
