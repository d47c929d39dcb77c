import type { ReactNode } from 'react'
import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection,
  MenuTrigger,
} from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { check, type IconPath } from './icon-paths.ts'
import { Keys } from './keys.tsx'

/** A line of a menu. `false` leaves one out; an item without a label is a line between groups. */
export type MenuEntry =
  | {
      id: string
      label: string
      /** A second, quiet line. */
      note?: string
      icon?: IconPath
      keys?: string
      isDangerous?: boolean
      isDisabled?: boolean
      isChecked?: boolean
      href?: string
      onAction?: () => void
    }
  | { id: string; title: string; items: readonly MenuEntry[] }
  | { id: string; isLine: true }
  | false

interface MenuProps {
  /** The button that opens it. */
  children: ReactNode
  label: string
  items: readonly MenuEntry[]
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
  onOpenChange?: (isOpen: boolean) => void
}

/** A menu that opens at a button. */
export function Menu({ children, label, items, placement = 'bottom start', onOpenChange }: MenuProps) {
  return (
    <MenuTrigger {...(onOpenChange && { onOpenChange })}>
      {children}
      <Popover className="float menu-popover" placement={placement} offset={4}>
        <AriaMenu className="menu" aria-label={label}>
          {items.map(renderEntry)}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

function renderEntry(entry: MenuEntry): ReactNode {
  if (entry === false) return null
  if ('isLine' in entry) return <Separator key={entry.id} />
  if ('title' in entry) {
    return (
      <MenuSection key={entry.id} className="menu-section">
        <Header className="menu-title">{entry.title}</Header>
        {entry.items.map(renderEntry)}
      </MenuSection>
    )
  }
  return (
    <AriaMenuItem
      key={entry.id}
      id={entry.id}
      textValue={entry.label}
      className={({ isFocused }) =>
        classNames('menu-item', isFocused && 'is-active', entry.isDangerous === true && 'danger')
      }
      isDisabled={entry.isDisabled ?? false}
      {...(entry.href !== undefined && { href: entry.href })}
      {...(entry.onAction && { onAction: entry.onAction })}
    >
      {entry.icon && <Icon of={entry.icon} />}
      <span className="grow">
        {entry.label}
        {entry.note !== undefined && <small>{entry.note}</small>}
      </span>
      {entry.isChecked === true && <Icon of={check} />}
      {entry.keys !== undefined && <Keys keys={entry.keys} />}
    </AriaMenuItem>
  )
}
