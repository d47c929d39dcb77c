import { type ReactNode, useId, useRef, useState } from 'react'
import type { IconPath } from './icon-paths.ts'
import { createLateComponent } from './late-component.ts'
import type { MenuListProps } from './menu-list.tsx'
import { ButtonTriggerContext } from './press-button.tsx'

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
  /** The button that opens it: a `Button`, or a `PressButton`. */
  children: ReactNode
  label: string
  items: readonly MenuEntry[]
  placement?: MenuListProps['placement']
  onOpenChange?: (isOpen: boolean) => void
}

const useMenuList = createLateComponent<MenuListProps>(async () => (await import('./menu-list.tsx')).MenuList)

/** The item that has the focus when the menu opens. With `true` it is the menu itself. */
type FirstFocus = MenuListProps['autoFocus']

const keyFocus: Record<string, FirstFocus> = {
  Enter: 'first',
  ' ': 'first',
  ArrowDown: 'first',
  ArrowUp: 'last',
}

/** A menu that opens at a button. The button can be pressed before the code of the menu is there: it opens as soon as it is. */
export function Menu({ children, label, items, placement = 'bottom start', onOpenChange }: MenuProps) {
  const id = useId()
  const buttonRef = useRef<HTMLButtonElement>(null)
  const [focus, setFocus] = useState<FirstFocus>()
  const isOpen = focus !== undefined
  const change = (next: FirstFocus | undefined): void => {
    setFocus(next)
    if (isOpen !== (next !== undefined)) onOpenChange?.(!isOpen)
  }
  const MenuList = useMenuList({ isWanted: isOpen, onFailure: () => change(undefined) })
  return (
    <>
      <ButtonTriggerContext
        value={{
          ref: buttonRef,
          'aria-haspopup': 'menu',
          'aria-expanded': isOpen,
          ...(isOpen && MenuList && { 'aria-controls': id }),
          // An assistive program presses without a pointer, and goes to the first item.
          onPress: ({ detail }) => change(isOpen ? undefined : detail === 0 ? 'first' : true),
          onKeyDown: (event) => {
            const next = keyFocus[event.key]
            if (next === undefined) return
            event.preventDefault()
            event.stopPropagation()
            if (!event.repeat) change(next)
          },
          // Firefox presses a button when the space bar is let go, whatever was done when it was pressed.
          onKeyUp: (event) => {
            if (event.key === ' ') event.preventDefault()
          },
        }}
      >
        {children}
      </ButtonTriggerContext>
      {MenuList && (
        <MenuList
          id={id}
          label={label}
          items={items}
          placement={placement}
          buttonRef={buttonRef}
          isOpen={isOpen}
          autoFocus={focus ?? true}
          onClose={() => change(undefined)}
        />
      )}
    </>
  )
}
