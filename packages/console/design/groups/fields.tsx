import { EmojiPicker } from '../../src/ui/emoji-picker.tsx'
import { SearchField, TextField, type TextFieldProps } from '../../src/ui/field.tsx'
import { globe } from '../../src/ui/icon-paths.ts'
import { Combobox } from '../combobox.tsx'
import { Example, Group, type GroupName } from '../group.tsx'
import { Keep } from '../keep.tsx'
import { longText, rtlText } from '../samples.ts'

const error = 'Use letters, digits and hyphens.'
const help = 'Shown in the address bar.'

/** The states that every kind of field has. */
const states: Omit<TextFieldProps, 'onChange'>[] = [
  { label: 'Name', value: 'Relay guide' },
  { label: 'Placeholder', value: '', placeholder: 'relay-guide' },
  { label: 'With help', value: 'relay-guide', help },
  { label: 'With an error', value: 'relay guide', error },
  { label: 'With help and an error', value: 'relay guide', help, error },
  { label: 'Read only', value: 'relay-guide', isReadOnly: true },
  { label: 'Disabled', value: 'Set by sign-on', isDisabled: true },
  { label: '200 characters', value: longText, help: longText, error: longText },
  { label: rtlText, value: rtlText, help: rtlText, error: rtlText },
]

const KeptField = ({ value: initial, ...props }: Omit<TextFieldProps, 'onChange'>) => (
  <Keep initial={initial}>
    {(value, onChange) => <TextField {...props} value={value} onChange={onChange} />}
  </Keep>
)

const kinds: Record<string, Partial<TextFieldProps>> = {
  'One line': {},
  'With an icon and a unit': { icon: globe, after: <span className="soft">days</span> },
  'Several lines': { isMultiline: true },
}

export const Fields = (name: GroupName) => (
  <Group {...name} parts={['TextField', 'SearchField', 'EmojiPicker']}>
    {Object.entries(kinds).map(([title, kind]) => (
      <Example key={title} title={title} isStacked>
        {states.map((state) => (
          <KeptField key={state.label} {...state} {...kind} />
        ))}
      </Example>
    ))}
    <Example title="Without a label in sight, secret, and to search" isStacked>
      <KeptField label="Comment" value="" placeholder="Comment" isLabelHidden />
      <KeptField label="Password" type="password" value="seven purple otters" autoComplete="off" />
      <Keep initial="">
        {(value, onChange) => <SearchField label="Search members" value={value} onChange={onChange} />}
      </Keep>
    </Example>
    <Example title="With suggestions" isStacked>
      <Combobox />
    </Example>
    <Example title="An emoji">
      {['', '🚀'].map((emoji) => (
        <Keep key={emoji} initial={emoji}>
          {(value, onChange) => (
            <EmojiPicker
              label="Emoji"
              noneLabel="None"
              otherLabel="Another emoji"
              value={value}
              onChange={onChange}
            />
          )}
        </Keep>
      ))}
    </Example>
  </Group>
)
