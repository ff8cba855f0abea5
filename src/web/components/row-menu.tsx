import { Ellipsis } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx'

/** What can be done with one row of a list. `label` names the row: "More for cold brew". */
export const RowMenu = ({ label, items }: { label: string; items: MenuItem[] }) => (
  <Menu
    items={items}
    trigger={
      <Button
        size="s"
        variant="quiet"
        aria-label={label}
        className="w-7 px-0!"
        icon={<Ellipsis size={15} aria-hidden />}
      />
    }
  />
)
