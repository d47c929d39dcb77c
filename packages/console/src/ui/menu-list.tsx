import type { ReactNode, RefObject } from 'react'
import { Header } from 'react-aria-components/Header'
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuSection } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { check } from './icon-paths.ts'
import { Keys } from './keys.tsx'
import type { MenuEntry } from './menu.tsx'

export interface MenuListProps {
  id: string
  label: string
  items: readonly MenuEntry[]
  placement: 'bottom start' | 'bottom end' | 'top start' | 'top end'
  /** The button that it opens at. */
  buttonRef: RefObject<HTMLElement | null>
  isOpen: boolean
  /** The item that has the focus when it opens. With `true` it is the menu itself. */
  autoFocus: 'first' | 'last' | true
  onClose: () => void
}

/** What a menu shows when it is open. It is loaded after the screen. */
export function MenuList({
  id,
  label,
  items,
  placement,
  buttonRef,
  isOpen,
  autoFocus,
  onClose,
}: MenuListProps) {
  return (
    <Popover
      className="float menu-popover"
      aria-label={label}
      placement={placement}
      offset={4}
      triggerRef={buttonRef}
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <AriaMenu id={id} className="menu" aria-label={label} autoFocus={autoFocus} onClose={onClose}>
        {items.map(renderEntry)}
      </AriaMenu>
    </Popover>
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
