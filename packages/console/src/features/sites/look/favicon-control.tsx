import { useSiteWords } from '../../../locales/features/sites.ts'
import { EmojiPicker } from '../../../ui/emoji-picker.tsx'
import { readEmoji } from '../../../ui/emoji.ts'
import type { ControlProps } from './look-control.tsx'
import { PicturesControl, type ThemedUrl } from './pictures-control.tsx'
import { WideSegmented } from './wide-segmented.tsx'

interface Favicon {
  icon?: ThemedUrl
  emoji?: string
}

/** The sign of the site in the tabs of browsers: its first letter, an emoji, or a picture. */
export function FaviconControl({ label, value, onChange }: ControlProps<Favicon | undefined>) {
  const { siteLook, content } = useSiteWords()
  const kind = value?.icon ? 'icon' : value?.emoji === undefined ? 'letter' : 'emoji'
  return (
    <>
      <WideSegmented
        label={label}
        choices={[
          { value: 'letter', label: siteLook.faviconLetter },
          { value: 'emoji', label: siteLook.faviconEmoji },
          { value: 'icon', label: siteLook.faviconPicture },
        ]}
        value={kind}
        onChange={(next) =>
          onChange(
            next === 'emoji' ? { emoji: '📘' } : next === 'icon' ? { icon: { light: '', dark: '' } } : {},
          )
        }
      />
      {kind === 'emoji' && (
        <div>
          <EmojiPicker
            label={content.chooseEmoji}
            noneLabel={content.noEmoji}
            otherLabel={content.otherEmoji}
            value={readEmoji(value?.emoji ?? '')}
            onChange={(emoji) => onChange(emoji === '' ? {} : { emoji })}
          />
        </div>
      )}
      {kind === 'icon' && (
        <PicturesControl
          label={siteLook.faviconPicture}
          value={value?.icon}
          onChange={(icon) => onChange(icon ? { icon } : {})}
        />
      )}
    </>
  )
}
