import { Button } from '../../src/ui/button.tsx'
import { circleCheck, circleInfo, plus, triangleExclamation } from '../../src/ui/icon-paths.ts'
import { Empty, Failure, Notice, SkeletonRows } from '../../src/ui/states.tsx'
import { Example, Group, type GroupName } from '../group.tsx'
import { longText, longWord, rtlText } from '../samples.ts'

const looks = [
  { look: 'plain' },
  { look: 'info', icon: circleInfo },
  { look: 'success', icon: circleCheck },
  { look: 'warning', icon: triangleExclamation },
  { look: 'danger' },
] as const

export const States = (name: GroupName) => (
  <Group {...name} parts={['Empty', 'SkeletonRows', 'Notice', 'Failure']}>
    <Example title="Empty" isStacked>
      <Empty
        title="No change requests yet"
        actions={<Button icon={plus} label="New change request" look="primary" />}
      >
        A change request holds edits until somebody has looked at them.
      </Empty>
      <Empty title="Nothing was deleted">What is deleted stays here for 7 days.</Empty>
    </Example>
    <Example title="Empty, with 200 characters and right to left" isStacked>
      <Empty title={longText} actions={<Button label="Begin" />}>
        {longWord}
      </Empty>
      <Empty title={rtlText}>{rtlText}</Empty>
    </Example>
    <Example title="Loading" isStacked>
      <SkeletonRows label="Loading" />
      <SkeletonRows label="Loading one row" rows={1} />
    </Example>
    <Example title="Failed" isStacked>
      <Failure
        title="The list of files could not be read."
        message="The storage did not answer in 10 seconds. Request 7f3c-91ad"
        retryLabel="Try again"
        onRetry={() => undefined}
      />
      <Failure title="Without a way out" message="Nothing can be done about it here." />
      <Failure title={longText} message={longWord} retryLabel="Try again" onRetry={() => undefined} />
      <Failure title={rtlText} message={rtlText} retryLabel={rtlText} onRetry={() => undefined} />
    </Example>
    <Example title="Notices" isStacked>
      {looks.map((look) => (
        <Notice key={look.look} {...look} title={`Notice: ${look.look}`}>
          Synchronised with fernwall/docs two minutes ago.
        </Notice>
      ))}
    </Example>
    <Example title="Notices with actions, and only a title" isStacked>
      <Notice
        {...looks[3]}
        title="Somebody else has changed this page."
        actions={
          <>
            <Button label="Compare" />
            <Button label="Take theirs" />
          </>
        }
      />
      <Notice {...looks[1]} title="Only a title" />
    </Example>
  </Group>
)
