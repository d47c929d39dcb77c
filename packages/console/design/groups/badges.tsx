import { Avatar, Chip, Count, Progress, State } from '../../src/ui/badges.tsx'
import {
  arrowsRotate,
  circleCheck,
  clock,
  codeMerge,
  penToSquare,
  triangleExclamation,
} from '../../src/ui/icon-paths.ts'
import { Icon } from '../../src/ui/icon.tsx'
import { Example, Group, type GroupName } from '../group.tsx'
import { longText, rtlText } from '../samples.ts'

const photo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path fill="teal" d="M0 0h1v1H0z"/><path fill="gold" d="M1 0h1v1H1z"/></svg>',
)}`

const people = ['Ada Lovelace', 'Grace', '李 小龙', 'علي حسن', '🦊', longText]

export const Badges = (name: GroupName) => (
  <Group {...name} parts={['State', 'Count', 'Chip', 'Avatar', 'Progress']}>
    <Example title="States, in words">
      <State icon={penToSquare} label="Draft" />
      <State icon={circleCheck} label="Live" look="success" />
      <State icon={clock} label="In review" look="warning" />
      <State icon={triangleExclamation} label="3 conflicts" look="danger" />
      <State icon={arrowsRotate} label="Importing" look="info" />
      <State icon={codeMerge} label="Merged" look="primary" />
      <State icon={clock} label={rtlText} look="warning" />
      <State icon={clock} label={longText} look="warning" />
    </Example>
    <Example title="Counts">
      {[0, 3, 12, 12_345].map((value) => (
        <Count key={value} value={value} />
      ))}
      {[0, 3, 12, 12_345].map((value) => (
        <Count key={value} value={value} isPrimary />
      ))}
    </Example>
    <Example title="Chips">
      <Chip label="own look" />
      <Chip label={rtlText} />
      <Chip label={longText} />
    </Example>
    <Example title="Avatars">
      {people.map((person) => (
        <Avatar key={person} name={person} />
      ))}
      <Avatar name="Somebody with a picture" imageUrl={photo} />
    </Example>
    <Example title="Large avatars">
      {people.map((person) => (
        <Avatar key={person} name={person} size="large" />
      ))}
      <Avatar name="Somebody with a picture" imageUrl={photo} size="large" />
    </Example>
    <Example title="Beside a name, and in a row" isStacked>
      <div className="person">
        <Avatar name="Ada Lovelace" isDecorative />
        <span className="grow">
          <strong className="cut">Ada Lovelace</strong>
          <small className="cut">ada@fernwall.example</small>
        </span>
      </div>
      <div className="avatars">
        <span className="avatar-mark">
          <Avatar name="Ada Lovelace, approved" />
          <Icon of={circleCheck} />
        </span>
        <Avatar name="Grace Hopper" />
        <Avatar name="Somebody" imageUrl={photo} />
      </div>
    </Example>
    <Example title="Progress" isStacked>
      {[0, 40, 100].map((value) => (
        <Progress key={value} label={`${value} of 100 pages`} value={value} max={100} />
      ))}
      <Progress label="Under way" />
    </Example>
  </Group>
)
