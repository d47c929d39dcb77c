import { useSiteWords } from '../../../locales/features/sites.ts'
import { useFormats } from '../../../locales/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { xmark } from '../../../ui/icon-paths.ts'
import { listLanguages } from '../../translations/index.ts'

interface LocalizedTitleFieldProps {
  value: Readonly<Record<string, string>>
  onChange: (value: Record<string, string>) => void
  isReadOnly: boolean
}

/** What something is called for readers of other languages. */
export function LocalizedTitleField({ value, onChange, isReadOnly }: LocalizedTitleFieldProps) {
  const { sites } = useSiteWords()
  const { languageName } = useFormats()
  const others = listLanguages(languageName).filter((choice) => value[choice.value] === undefined)
  const remove = (language: string): void =>
    onChange(Object.fromEntries(Object.entries(value).filter(([code]) => code !== language)))
  if (isReadOnly && Object.keys(value).length === 0) return undefined
  return (
    <>
      {Object.entries(value).map(([language, title]) => (
        <div key={language} className="name-fields">
          <TextField
            className="grow"
            label={sites.titleIn(languageName(language))}
            value={title}
            onChange={(text) => onChange({ ...value, [language]: text })}
            isReadOnly={isReadOnly}
          />
          {!isReadOnly && (
            <Button
              look="quiet"
              icon={xmark}
              label={sites.removeTitleIn(languageName(language))}
              isIconOnly
              onPress={() => remove(language)}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Select
          label={sites.otherTitles}
          choices={[{ value: '', label: sites.addLanguage }, ...others]}
          value=""
          onChange={(language) => language !== '' && onChange({ ...value, [language]: '' })}
          help={sites.otherTitlesHelp}
        />
      )}
    </>
  )
}
