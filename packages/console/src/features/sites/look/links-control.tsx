import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { arrowDown, arrowUp, plus, trashCan } from '../../../ui/icon-paths.ts'
import { ConditionField } from '../structure/condition-field.tsx'
import { LinkTarget, type ContentRef } from './link-target.tsx'
import type { ControlProps } from './look-control.tsx'
import { getValueLabel } from './look-words.ts'

interface ContentLink {
  title: string
  to: ContentRef
}

interface HeaderItem {
  title: string
  style?: 'link' | 'button-primary' | 'button-secondary'
  to: ContentRef | null
  links: ContentLink[]
  condition?: string
}

const newLink = (title: string): ContentLink => ({ title, to: { kind: 'url', url: 'https://' } })

/** A list of things of which each can be moved and removed. */
function ItemList<Item extends { title: string }>({
  items,
  onChange,
  render,
}: {
  items: readonly Item[]
  onChange: (items: Item[]) => void
  render: (item: Item, set: (item: Item) => void) => React.ReactNode
}) {
  const { siteLook, common } = useSiteWords()
  return (
    <ol className="link-list">
      {items.map((item, index) => (
        <li key={index} className="link-item">
          <div className="link-tools">
            <Button
              look="quiet"
              isDense
              isIconOnly
              icon={arrowUp}
              label={siteLook.moveUp(item.title)}
              isDisabled={index === 0}
              onPress={() => onChange(swap(items, index - 1))}
            />
            <Button
              look="quiet"
              isDense
              isIconOnly
              icon={arrowDown}
              label={siteLook.moveDown(item.title)}
              isDisabled={index === items.length - 1}
              onPress={() => onChange(swap(items, index))}
            />
            <Button
              look="quiet"
              isDense
              isIconOnly
              icon={trashCan}
              label={`${common.remove} ${item.title}`}
              onPress={() => onChange(items.toSpliced(index, 1))}
            />
          </div>
          {render(item, (next) => onChange(items.with(index, next)))}
        </li>
      ))}
    </ol>
  )
}

/** Exchanges an item and the next one. */
const swap = <Item,>(items: readonly Item[], index: number): Item[] => {
  const [one, other] = items.slice(index, index + 2)
  return one === undefined || other === undefined ? [...items] : items.toSpliced(index, 2, other, one)
}

function TitleField({ value, onChange }: { value: string; onChange: (title: string) => void }) {
  const { siteLook } = useSiteWords()
  return <TextField label={siteLook.linkTitle} value={value} onChange={onChange} maxLength={64} />
}

/** Links below a title: a menu in the header, or a column in the footer. */
function SubLinks({
  links,
  onChange,
}: {
  links: readonly ContentLink[]
  onChange: (links: ContentLink[]) => void
}) {
  const { siteLook } = useSiteWords()
  return (
    <>
      <ItemList
        items={links}
        onChange={onChange}
        render={(link, set) => (
          <>
            <TitleField value={link.title} onChange={(title) => set({ ...link, title })} />
            <LinkTarget value={link.to} onChange={(to) => set({ ...link, to })} />
          </>
        )}
      />
      <div>
        <Button
          look="quiet"
          isDense
          icon={plus}
          label={siteLook.addSubLink}
          onPress={() => onChange([...links, newLink(siteLook.newLink)])}
        />
      </div>
    </>
  )
}

/** The links and buttons of the header, each with a menu of its own or none. */
export function HeaderLinksControl({ label, value, onChange }: ControlProps<HeaderItem[] | undefined>) {
  const { siteLook } = useSiteWords()
  const items = value ?? []
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      <ItemList
        items={items}
        onChange={onChange}
        render={(item, set) => (
          <>
            <TitleField value={item.title} onChange={(title) => set({ ...item, title })} />
            <Select
              label={siteLook.linkStyle}
              choices={(['link', 'button-primary', 'button-secondary'] as const).map((style) => ({
                value: style,
                label: getValueLabel(siteLook, { path: 'header.links' }, style, ''),
              }))}
              value={item.style ?? 'link'}
              onChange={(style) => set({ ...item, style })}
            />
            {item.links.length === 0 && (
              <LinkTarget
                value={item.to ?? { kind: 'url', url: 'https://' }}
                onChange={(to) => set({ ...item, to })}
              />
            )}
            <ConditionField
              value={item.condition ?? ''}
              onChange={(condition) => {
                const { condition: _, ...rest } = item
                set(condition === '' ? rest : { ...rest, condition })
              }}
            />
            <SubLinks links={item.links} onChange={(links) => set({ ...item, links })} />
          </>
        )}
      />
      <div>
        <Button
          icon={plus}
          label={siteLook.addLink}
          onPress={() => onChange([...items, { ...newLink(siteLook.newLink), links: [] }])}
        />
      </div>
    </fieldset>
  )
}

interface FooterGroup {
  title: string
  links: ContentLink[]
}

/** The columns of links in the footer. */
export function FooterGroupsControl({ label, value, onChange }: ControlProps<FooterGroup[] | undefined>) {
  const { siteLook } = useSiteWords()
  const groups = value ?? []
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      <ItemList
        items={groups}
        onChange={onChange}
        render={(group, set) => (
          <>
            <TitleField value={group.title} onChange={(title) => set({ ...group, title })} />
            <SubLinks links={group.links} onChange={(links) => set({ ...group, links })} />
          </>
        )}
      />
      <div>
        <Button
          icon={plus}
          label={siteLook.addColumn}
          onPress={() =>
            onChange([...groups, { title: siteLook.newColumn, links: [newLink(siteLook.newLink)] }])
          }
        />
      </div>
    </fieldset>
  )
}
