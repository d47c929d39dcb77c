import { useWords } from '../../locales/index.ts'
import { EmojiPicker } from '../../ui/emoji-picker.tsx'
import { TextField } from '../../ui/field.tsx'

/** The API takes no longer names. */
export const MAX_NAME_CHARACTERS = 50

export const isName = (title: string): boolean =>
  title.trim() !== '' && title.trim().length <= MAX_NAME_CHARACTERS

interface NameFieldsProps {
  title: string
  onTitleChange: (title: string) => void
  placeholder?: string
  emoji?: string
  /** Without it, there is no emoji to choose. */
  onEmojiChange?: (emoji: string) => void
}

/** The name of a space or collection, with its emoji in front of it. */
export function NameFields({
  title,
  onTitleChange,
  placeholder,
  emoji = '',
  onEmojiChange,
}: NameFieldsProps) {
  const { content } = useWords()
  return (
    <div className="name-fields">
      {onEmojiChange && (
        <EmojiPicker
          label={content.chooseEmoji}
          noneLabel={content.noEmoji}
          otherLabel={content.otherEmoji}
          value={emoji}
          onChange={onEmojiChange}
        />
      )}
      <TextField
        className="grow"
        label={content.name}
        value={title}
        onChange={onTitleChange}
        error={
          title.trim().length > MAX_NAME_CHARACTERS ? content.nameTooLong(MAX_NAME_CHARACTERS) : undefined
        }
        autoFocus
        autoComplete="off"
        {...(placeholder !== undefined && { placeholder })}
      />
    </div>
  )
}
