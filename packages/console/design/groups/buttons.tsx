import { Button, type ButtonProps } from '../../src/ui/button.tsx'
import { CopyField } from '../../src/ui/copy-field.tsx'
import { codeMerge, ellipsis, plus, trashCan } from '../../src/ui/icon-paths.ts'
import { PressButton } from '../../src/ui/press-button.tsx'
import { Example, Group, type GroupName } from '../group.tsx'
import { longText, rtlText } from '../samples.ts'

const looks: { look: NonNullable<ButtonProps['look']>; label: string; icon: ButtonProps['icon'] }[] = [
  { look: 'primary', label: 'Merge', icon: codeMerge },
  { look: 'outline', label: 'New page', icon: plus },
  { look: 'quiet', label: 'Not now', icon: ellipsis },
  { look: 'danger', label: 'Delete space', icon: trashCan },
  { look: 'danger-fill', label: 'Delete', icon: trashCan },
]

const states: Record<string, Partial<ButtonProps>> = {
  'As they are': {},
  Disabled: { isDisabled: true },
  Busy: { isBusy: true },
  Dense: { isDense: true },
}

export const Buttons = (name: GroupName) => (
  <Group {...name} parts={['Button', 'PressButton', 'CopyField']}>
    {Object.entries(states).map(([title, state]) => (
      <Example key={title} title={title}>
        {looks.map(({ look, label }) => (
          <Button key={look} look={look} label={label} {...state} />
        ))}
      </Example>
    ))}
    <Example title="With an icon">
      {looks.map(({ icon, ...look }) => (
        <Button key={look.look} {...look} {...(icon && { icon })} />
      ))}
    </Example>
    <Example title="Only an icon">
      {looks.map(({ icon, ...look }) => (
        <Button key={look.look} {...look} {...(icon && { icon })} isIconOnly />
      ))}
      {looks.map(({ icon, ...look }) => (
        <Button key={look.look} {...look} {...(icon && { icon })} isIconOnly isDense />
      ))}
      <Button look="outline" label="Wait" icon={plus} isIconOnly isBusy />
      <Button look="outline" label="Not here" icon={plus} isIconOnly isDisabled />
    </Example>
    <Example title="As wide as what is around it" isStacked>
      <Button look="primary" label="Sign in" isWide />
      <Button label="Sign in with a passkey" icon={codeMerge} isWide />
    </Example>
    <Example title="Pressed, and opened" isStacked>
      <div className="actions">
        <Button look="quiet" label="Bold" aria-pressed />
        <Button look="quiet" label="Options" aria-expanded />
      </div>
    </Example>
    <Example title="200 characters" isWide>
      <Button look="primary" icon={codeMerge} label={longText} />
      <Button label={longText} isDense />
    </Example>
    <Example title="Right to left">
      <Button look="primary" icon={codeMerge} label={rtlText} />
      <Button label={rtlText} />
    </Example>
    <Example title="Without a look of its own" isStacked>
      <PressButton className="nav-row">A row that is pressed</PressButton>
    </Example>
    <Example title="A value to copy" isStacked>
      <CopyField label="Address" value="https://docs.fernwall.example" {...copyWords} />
      <CopyField label="A long address" value={longText} {...copyWords} />
    </Example>
  </Group>
)

const copyWords = { copyLabel: 'Copy', copiedLabel: 'Copied' }
