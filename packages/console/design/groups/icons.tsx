import { Icon } from '../../src/ui/icon.tsx'
import * as icons from '../../src/ui/icon-paths.ts'
import { Keys } from '../../src/ui/keys.tsx'
import { Example, Group, type GroupName } from '../group.tsx'

export const Icons = (name: GroupName) => (
  <Group {...name} parts={['Icon', 'Keys']}>
    <Example title="Sizes">
      <Icon of={icons.circleCheck} />
      <Icon of={icons.circleCheck} size="small" />
    </Example>
    <Example title="Keys">
      <Keys keys="Ctrl K" />
      <Keys keys="Alt Shift ↑" />
      <Keys keys="?" />
    </Example>
    <Example title="All icons" isWide>
      <ul className="design-icons">
        {Object.entries(icons).map(([icon, path]) => (
          <li key={icon}>
            <Icon of={path} />
            <code>{icon}</code>
          </li>
        ))}
      </ul>
    </Example>
  </Group>
)
