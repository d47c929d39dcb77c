import { Checkbox, type Choice, RadioGroup, Segmented, Select, Switch } from '../../src/ui/choice.tsx'
import { display, mobileScreen } from '../../src/ui/icon-paths.ts'
import { Example, Group, type GroupName } from '../group.tsx'
import { Keep } from '../keep.tsx'
import { longText, rtlText } from '../samples.ts'

type Role = 'admin' | 'edit' | 'read'

const roles: Choice<Role>[] = [
  { value: 'admin', label: 'Admin', help: 'Changes settings and people.' },
  { value: 'edit', label: 'Editor', help: 'Writes and asks for reviews.' },
  { value: 'read', label: 'Reader' },
]

const extremes: Choice<'long' | 'rtl'>[] = [
  { value: 'long', label: longText, help: longText },
  { value: 'rtl', label: rtlText, help: rtlText },
]

const onOff = [true, false]

export const Choices = (name: GroupName) => (
  <Group {...name} parts={['Select', 'Checkbox', 'Switch', 'RadioGroup', 'Segmented']}>
    <Example title="A select" isStacked>
      <Keep<Role> initial="edit">
        {(value, onChange) => (
          <>
            <Select label="Role" choices={roles} value={value} onChange={onChange} />
            <Select label="With help" help="For all." choices={roles} value={value} onChange={onChange} />
            <Select label="Disabled" isDisabled choices={roles} value={value} onChange={onChange} />
            <Select label="Quiet" isLabelHidden isQuiet choices={roles} value={value} onChange={onChange} />
          </>
        )}
      </Keep>
    </Example>
    <Example title="A select of long and of right-to-left words" isStacked>
      {extremes.map(({ value: initial }) => (
        <Keep key={initial} initial={initial}>
          {(value, onChange) => (
            <Select label="Space" choices={extremes} value={value} onChange={onChange} help={longText} />
          )}
        </Keep>
      ))}
    </Example>
    {[Checkbox, Switch].map((Part) => (
      <Example key={Part.name} title={Part === Checkbox ? 'A check box' : 'A switch'} isStacked>
        {onOff.map((initial) => (
          <Keep key={String(initial)} initial={initial}>
            {(isChecked, onChange) => (
              <>
                <Part label="Notify reviewers" isChecked={isChecked} onChange={onChange} />
                <Part
                  label="Notify writers"
                  help="By e-mail, once a day."
                  isChecked={isChecked}
                  onChange={onChange}
                />
                <Part label="Disabled" isDisabled isChecked={isChecked} onChange={onChange} />
              </>
            )}
          </Keep>
        ))}
        <Keep<boolean> initial>
          {(isChecked, onChange) =>
            extremes.map(({ value, label, help = '' }) => (
              <Part key={value} label={label} help={help} isChecked={isChecked} onChange={onChange} />
            ))
          }
        </Keep>
      </Example>
    ))}
    <Example title="One of a few" isStacked>
      <Keep<Role> initial="edit">
        {(value, onChange) => (
          <RadioGroup label="Role of new members" choices={roles} value={value} onChange={onChange} />
        )}
      </Keep>
      <Keep<'long' | 'rtl'> initial="long">
        {(value, onChange) => (
          <RadioGroup
            label="Without a label in sight"
            isLabelHidden
            choices={extremes}
            value={value}
            onChange={onChange}
          />
        )}
      </Keep>
    </Example>
    <Example title="Side by side">
      <Keep initial="page">
        {(value, onChange) => (
          <Segmented
            label="Form"
            choices={[
              { value: 'page', label: 'Page' },
              { value: 'markdown', label: 'Markdown' },
            ]}
            value={value}
            onChange={onChange}
          />
        )}
      </Keep>
      <Keep initial="wide">
        {(value, onChange) => (
          <Segmented
            label="Width, with icons on small screens"
            choices={[
              { value: 'wide', label: 'Wide', icon: display },
              { value: 'phone', label: rtlText, icon: mobileScreen },
            ]}
            value={value}
            onChange={onChange}
          />
        )}
      </Keep>
    </Example>
  </Group>
)
