import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/index.ts'
import { listSiteAdaptiveTemplateConditions } from '../../../api/operations.ts'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { wandMagicSparkles } from '../../../ui/icon-paths.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useSiteParams } from '../use-site.ts'

interface ConditionFieldProps {
  value: string
  onChange: (condition: string) => void
  isReadOnly?: boolean
}

/** Which visitors see something, with conditions that the schema of their claims suggests. */
export function ConditionField({ value, onChange, isReadOnly = false }: ConditionFieldProps) {
  const { sites } = useSiteWords()
  const { data } = useQuery(read(listSiteAdaptiveTemplateConditions, useSiteParams()))
  const suggestions = data?.items ?? []
  return (
    <div className="condition-field">
      <TextField
        className="grow"
        label={sites.condition}
        value={value}
        onChange={onChange}
        isReadOnly={isReadOnly}
        placeholder={sites.conditionPlaceholder}
        help={sites.conditionHelp}
      />
      {!isReadOnly && suggestions.length > 0 && (
        <Menu
          label={sites.suggestions}
          placement="bottom end"
          items={suggestions.map(({ description, condition }) => ({
            id: condition,
            label: description,
            note: condition,
            onAction: () => onChange(condition),
          }))}
        >
          <Button isIconOnly icon={wandMagicSparkles} label={sites.suggestions} />
        </Menu>
      )}
    </div>
  )
}
