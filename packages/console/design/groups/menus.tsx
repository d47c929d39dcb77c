import { useRef, useState } from 'react'
import { Button } from '../../src/ui/button.tsx'
import {
  arrowUp,
  clone,
  ellipsis,
  eyeSlash,
  type IconPath,
  moon,
  pen,
  sun,
  trashCan,
} from '../../src/ui/icon-paths.ts'
import { Menu, type MenuEntry } from '../../src/ui/menu.tsx'
import { PressButton } from '../../src/ui/press-button.tsx'
import { Tooltip, useTooltipTrigger } from '../../src/ui/tooltip.tsx'
import { Example, Group, type GroupName } from '../group.tsx'
import { longText, longWord, rtlText } from '../samples.ts'

const placements = ['bottom start', 'bottom end', 'top start', 'top end'] as const

const extremes: readonly MenuEntry[] = [
  { id: 'long', label: longText, note: longText, icon: pen },
  { id: 'word', label: longWord },
  { id: 'rtl', label: rtlText, note: rtlText, icon: clone },
]

export const Menus = (name: GroupName) => (
  <Group {...name} parts={['Menu', 'Tooltip']}>
    <Example title="A menu with all kinds of lines">
      <PageMenu />
    </Example>
    <Example title="Where it opens">
      {placements.map((placement) => (
        <Menu key={placement} label={placement} placement={placement} items={extremes.slice(2)}>
          <Button label={placement} isDense />
        </Menu>
      ))}
    </Example>
    <Example title="At other buttons">
      <Menu label="Page actions" items={extremes}>
        <Button look="quiet" icon={ellipsis} label="Page actions" isIconOnly />
      </Menu>
      <Menu label="Long and right to left" items={extremes}>
        <PressButton className="nav-row">200 characters, right to left</PressButton>
      </Menu>
      <Menu label="Disabled" items={extremes}>
        <Button label="Disabled" isDisabled />
      </Menu>
    </Example>
    <Example title="Tooltips, on focus and when pointed at">
      <Button icon={pen} label="Rename" isIconOnly />
      <Button icon={clone} label={longText} isIconOnly />
      <Button icon={eyeSlash} label={rtlText} isIconOnly />
      <TooltipAtLink />
    </Example>
  </Group>
)

function PageMenu() {
  const [theme, setTheme] = useState('light')
  const [last, setLast] = useState('nothing')
  const item = (id: string, label: string) => ({ id, label, onAction: () => setLast(label) })
  const themeItem = (id: string, label: string, icon: IconPath) => ({
    id,
    label,
    icon,
    isChecked: theme === id,
    onAction: () => setTheme(id),
  })
  return (
    <>
      <Menu
        label="Page"
        items={[
          { ...item('rename', 'Rename'), icon: pen, keys: 'F2' },
          { ...item('duplicate', 'Duplicate'), icon: clone, note: 'With all pages below it' },
          { ...item('up', 'Move up'), icon: arrowUp, keys: 'Alt ↑' },
          { ...item('hide', 'Hide from navigation'), icon: eyeSlash, isDisabled: true },
          false,
          { id: 'link', label: 'A link', href: '#menus' },
          {
            id: 'themes',
            title: 'Theme',
            items: [themeItem('light', 'Light', sun), themeItem('dark', 'Dark', moon)],
          },
          { id: 'line', isLine: true },
          { ...item('delete', 'Delete page'), icon: trashCan, keys: 'Del', isDangerous: true },
        ]}
      >
        <Button label="Page" />
      </Menu>
      <p className="soft">Chosen: {last}</p>
    </>
  )
}

/** A tooltip of something that is not a `Button`. */
function TooltipAtLink() {
  const ref = useRef<HTMLAnchorElement>(null)
  const { isShown, close, events } = useTooltipTrigger()
  return (
    <>
      <a ref={ref} className="link" href="#menus" {...events}>
        A link
      </a>
      {isShown && <Tooltip text="Leads to this group" buttonRef={ref} onClose={close} />}
    </>
  )
}
