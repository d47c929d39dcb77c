import { useState } from 'react'
import { Avatar, Count, State } from '../../src/ui/badges.tsx'
import { Button } from '../../src/ui/button.tsx'
import { Select } from '../../src/ui/choice.tsx'
import { circleCheck, ellipsis } from '../../src/ui/icon-paths.ts'
import { Menu } from '../../src/ui/menu.tsx'
import { Example, Group, type GroupName } from '../group.tsx'
import { Keep } from '../keep.tsx'
import { longText, longWord, rtlText } from '../samples.ts'

/** Both are classes of elements, which screens write themselves: tabs are links, each with an address. */
export const TabsAndTables = (name: GroupName) => (
  <Group {...name}>
    <Example title="Tabs" isWide isStacked>
      <Tabs label="Change request" titles={['Write', 'Changes', 'Review']} />
      <Tabs label="More than fit" titles={['Open', longText, rtlText, 'Merged', 'Archived']} />
    </Example>
    <Example title="A table" isWide isStacked>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">State</th>
            <th scope="col">Last seen</th>
            <th scope="col">Role</th>
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {['Ada Lovelace', 'Selected row', longText, longWord, rtlText].map((person) => (
            <Row key={person} person={person} isSelected={person.startsWith('Selected')} />
          ))}
        </tbody>
      </table>
    </Example>
  </Group>
)

function Tabs({ label, titles }: { label: string; titles: readonly string[] }) {
  const [current, setCurrent] = useState(titles[0])
  return (
    <div className="tabs-row">
      <nav className="tabs" aria-label={label}>
        {titles.map((title) => (
          <a
            key={title}
            className="tab"
            href="#tabs-and-tables"
            aria-current={title === current ? 'page' : undefined}
            onClick={(event) => {
              // The page stays where it is.
              event.preventDefault()
              setCurrent(title)
            }}
          >
            {title}
            {title === 'Changes' && <Count value={12} />}
          </a>
        ))}
      </nav>
    </div>
  )
}

const Row = ({ person, isSelected }: { person: string; isSelected: boolean }) => (
  <tr className={isSelected ? 'selected' : undefined}>
    <td>
      <a className="person" href="#tabs-and-tables">
        <Avatar name={person} isDecorative />
        <span className="grow">
          <strong className="cut">{person}</strong>
          <small className="cut">writer@fernwall.example</small>
        </span>
      </a>
    </td>
    <td>
      <State icon={circleCheck} label="Active" look="success" />
    </td>
    <td className="soft">3 days ago</td>
    <td>
      <Keep initial="edit">
        {(value, onChange) => (
          <Select
            label={`Role of ${person}`}
            isLabelHidden
            isQuiet
            choices={[
              { value: 'edit', label: 'Editor' },
              { value: 'read', label: 'Reader' },
            ]}
            value={value}
            onChange={onChange}
          />
        )}
      </Keep>
    </td>
    <td>
      <Menu
        label={`Actions for ${person}`}
        placement="bottom end"
        items={[{ id: 'remove', label: 'Remove' }]}
      >
        <Button look="quiet" icon={ellipsis} label={`Actions for ${person}`} isIconOnly isDense />
      </Menu>
    </td>
  </tr>
)
