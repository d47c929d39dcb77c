import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { SearchField } from 'react-aria-components/SearchField'
import { readAlone } from '../../api/index.ts'
import { searchOrganizationContent } from '../../api/operations.ts'
import { useGo } from '../../app/navigation.ts'
import { listShortcuts } from '../../app/shortcuts.ts'
import { useWords } from '../../locales/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { bolt, book, fileLines, globe, type IconPath, magnifyingGlass } from '../../ui/icon-paths.ts'
import { Keys } from '../../ui/keys.tsx'
import { useContent } from '../content/index.ts'
import { sitesRead } from '../sites/index.ts'
import { registerPalette, takeTypedText } from './palette-state.ts'
import './palette.css'

interface PaletteItem {
  id: string
  label: string
  /** Where it is, in a quiet second column. */
  where?: string
  icon: IconPath
  keys?: string
  run: () => void
}

interface PaletteGroup {
  id: string
  title: string
  items: PaletteItem[]
}

export interface PaletteProps {
  organizationId: string | undefined
  isOpen: boolean
  onClose: () => void
}

const MIN_SEARCH_LETTERS = 2
const MAX_SPACES = 6

/**
 * Commands of this screen, spaces and pages, found as one types. It is there before it is opened, in a dialog of the browser's
 * own that is not shown: making it when the key is pressed takes a slow computer a third of a second.
 */
export function Palette({ organizationId, isOpen, onClose }: PaletteProps) {
  const { palette } = useWords()
  const ref = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  useLayoutEffect(
    () =>
      registerPalette({
        // The browser gives the focus to its field.
        show: () => ref.current?.open === false && ref.current.showModal(),
        hide: () => {
          ref.current?.close()
          setText('')
        },
      }),
    [],
  )
  useLayoutEffect(() => {
    const dialog = ref.current
    // It is open already, unless it was asked for before it was on the page.
    if (!dialog || !isOpen || dialog.open) return
    dialog.showModal()
    setText(takeTypedText())
  }, [isOpen])
  // Nothing is asked for before it is opened.
  const searched = isOpen ? organizationId : undefined
  const pages = usePages(searched, useDeferredValue(text))
  // The field is there first, and takes what is typed while the list is still drawn.
  const isListShown = useDeferredValue(isOpen, false)
  const groups = [
    ...useCommands(text),
    ...useSpaces(searched, text),
    ...useSites(searched, text),
    pages.group,
  ].filter(({ items }) => items.length > 0)
  const run = (item: PaletteItem): void => {
    onClose()
    item.run()
  }
  return (
    <dialog
      ref={ref}
      className="scrim"
      aria-label={palette.open}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className="float palette">
        <Autocomplete inputValue={text} onInputChange={setText}>
          <SearchField className="palette-field" aria-label={palette.placeholder}>
            <Icon of={magnifyingGlass} />
            <Input placeholder={palette.placeholder} />
          </SearchField>
          <Menu
            className="palette-list"
            aria-label={palette.results}
            renderEmptyState={() =>
              isListShown && (
                <div className="palette-empty">
                  {pages.isComplete ? palette.nothingFound : palette.incomplete}
                </div>
              )
            }
          >
            {(isListShown ? groups : []).map(({ id, title, items }) => (
              <MenuSection key={id} className="menu-section">
                <Header className="menu-title">{title}</Header>
                {items.map((item) => (
                  <MenuItem
                    key={item.id}
                    id={item.id}
                    textValue={item.label}
                    className="menu-item"
                    onAction={() => run(item)}
                  >
                    <Icon of={item.icon} />
                    <span className="grow cut">{item.label}</span>
                    {item.where !== undefined && <span className="where cut">{item.where}</span>}
                    {item.keys !== undefined && <Keys keys={item.keys} />}
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
          </Menu>
          {!pages.isComplete && groups.length > 0 && (
            <div className="palette-empty" role="status">
              {palette.incomplete}
            </div>
          )}
        </Autocomplete>
      </div>
    </dialog>
  )
}

const contains = (label: string, text: string): boolean =>
  label.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase())

/** Everything that has a key on this screen can be run by its name too. */
function useCommands(text: string): PaletteGroup[] {
  const { palette } = useWords()
  const items = listShortcuts()
    .filter(({ keys, label }) => keys !== 'Ctrl K' && contains(label, text))
    .map(({ keys, label, run }) => ({ id: `command-${keys}`, label, keys, icon: bolt, run }))
  return [{ id: 'commands', title: palette.commands, items }]
}

function useSpaces(organizationId: string | undefined, text: string): PaletteGroup[] {
  const { palette } = useWords()
  const go = useGo()
  const { nodes } = useContent(organizationId)
  const items = nodes
    .filter(({ kind, label }) => kind === 'space' && contains(label, text))
    .slice(0, MAX_SPACES)
    .map(({ id, label }) => ({
      id: `space-${id}`,
      label,
      icon: book,
      run: () => go({ to: '/spaces/$spaceId', params: { spaceId: id } }),
    }))
  return [{ id: 'spaces', title: palette.spaces, items }]
}

function useSites(organizationId: string | undefined, text: string): PaletteGroup[] {
  const { shell } = useWords()
  const go = useGo()
  const { data } = useInfiniteQuery({
    ...sitesRead(organizationId ?? ''),
    enabled: organizationId !== undefined,
  })
  const items = (data ?? [])
    .filter(({ title }) => contains(title, text))
    .slice(0, MAX_SPACES)
    .map(({ id, title }) => ({
      id: `site-${id}`,
      label: title,
      icon: globe,
      run: () =>
        go({
          to: '/orgs/$organizationId/sites/$siteId',
          params: { organizationId: organizationId ?? '', siteId: id },
        }),
    }))
  return [{ id: 'sites', title: shell.sites, items }]
}

/** The pages that were found, and whether more may be found once everything is indexed. */
function usePages(
  organizationId: string | undefined,
  text: string,
): { group: PaletteGroup; isComplete: boolean } {
  const { palette } = useWords()
  const go = useGo()
  const query = text.trim()
  const { data } = useQuery({
    ...readAlone(searchOrganizationContent, {
      organizationId: organizationId ?? '',
      query: { query, limit: 8 },
    }),
    enabled: organizationId !== undefined && query.length >= MIN_SEARCH_LETTERS,
    // The last results stay until the next ones are there.
    placeholderData: (previous) => previous,
  })
  const items =
    query.length < MIN_SEARCH_LETTERS
      ? []
      : (data?.items ?? []).flatMap((space) =>
          space.pages.map((page) => ({
            id: `page-${space.id}-${page.id}`,
            label: page.title,
            where: space.title,
            icon: fileLines,
            run: () =>
              go({ to: '/spaces/$spaceId/pages/$pageId', params: { spaceId: space.id, pageId: page.id } }),
          })),
        )
  return { group: { id: 'pages', title: palette.pages, items }, isComplete: data?.complete !== false }
}
