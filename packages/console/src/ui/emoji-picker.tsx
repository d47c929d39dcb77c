import { Button as AriaButton } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { Icon } from './icon.tsx'
import { faceSmile } from './icon-paths.ts'

/** Emojis that fit the subjects people write about. Any other can be typed. */
const emojis = Array.from(
  '📘📗📙📕📚📖📝📄📰🗂📌📎🔖🏷🧭🗺🚀✨🎯🏁🛠🔧⚙🧰🧪🔬🧩🔌💡🔑🔒🛡🚨🩹🔥⚡🌱🌍☁💾💻📱🖥🖨📡📊📈💬📣📅⏱✅❓❗🎓🎨🎬🤝👋👥🏢🏠🛒💳🧾📦🚚🏥🏭🧑🐛🐳🐘🦊⭐❤',
)

interface EmojiPickerProps {
  label: string
  /** The first choice, which takes the emoji away. */
  noneLabel: string
  /** Typed in, for an emoji that is not among those shown. */
  otherLabel: string
  value: string
  onChange: (emoji: string) => void
}

/** Chooses an emoji, or none. */
export function EmojiPicker({ label, noneLabel, otherLabel, value, onChange }: EmojiPickerProps) {
  return (
    <DialogTrigger>
      <AriaButton className="btn outline square emoji-button" aria-label={`${label} ${value}`.trim()}>
        {value === '' ? <Icon of={faceSmile} /> : <span aria-hidden="true">{value}</span>}
      </AriaButton>
      <Popover className="float emoji-popover" placement="bottom start" offset={4}>
        <Dialog aria-label={label}>
          {({ close }) => {
            const choose = (emoji: string): void => {
              onChange(emoji)
              close()
            }
            return (
              <>
                <div className="emoji-grid">
                  {emojis.map((emoji) => (
                    <AriaButton key={emoji} aria-label={emoji} onPress={() => choose(emoji)}>
                      {emoji}
                    </AriaButton>
                  ))}
                </div>
                <div className="emoji-foot">
                  <AriaButton className="btn quiet dense" onPress={() => choose('')}>
                    <span>{noneLabel}</span>
                  </AriaButton>
                  <input
                    className="input"
                    aria-label={otherLabel}
                    placeholder={otherLabel}
                    onChange={(event) => {
                      const emoji = findEmoji(event.target.value)
                      if (emoji !== undefined) choose(emoji)
                    }}
                  />
                </div>
              </>
            )
          }}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** The first emoji of a text, with all the signs that it is made of. */
function findEmoji(text: string): string | undefined {
  const first = [...new Intl.Segmenter().segment(text.trim())][0]?.segment
  return first !== undefined && /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(first)
    ? first
    : undefined
}
