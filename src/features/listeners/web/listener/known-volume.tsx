import { showVolume } from '#features/reports/web/keyword-labels.ts'
import { volumeNote } from '#features/reports/web/volume-notes.ts'
import { cx } from '#ui/class-names.ts'
import type { ItemNumbers } from '../../contract.ts'

/** A volume that the workspace already has, with who measured it in its tooltip; a dash without one. */
export const KnownVolume = ({ volume }: Pick<ItemNumbers, 'volume'>) => (
  <span
    className={cx('text-right tabular-nums', volume ? 'font-[550]' : 'text-ink-3')}
    title={volume ? volumeNote([{ volume }]) : undefined}
  >
    {showVolume(volume)}
    <span className="sr-only">{volume ? ' searches per month' : ' no search volume known'}</span>
  </span>
)
