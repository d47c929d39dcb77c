import { useState } from 'react'
import { useWritingWords } from '../../../locales/features/writing.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { readEmoji } from '../../../ui/emoji.ts'
import { TextField } from '../../../ui/field.tsx'
import { faceSmile } from '../../../ui/icon-paths.ts'
import { PageMark } from '../../pages/index.ts'
import type { PageContent } from './draft-store.ts'

type Mark = Pick<PageContent, 'emoji' | 'icon'>

interface MarkFieldProps {
  content: Mark
  onChange: (mark: Mark) => void
}

/** Those that pages of documentation have most. Any other can be typed. */
const emojis = Array.from('🚀📘📗📕📚📝📌📎🔑🔒🔧🔨🧰🧪🧭🗺🏠🏁🎯🎨💡💬📣🔔🔍🔗📦📊📈🧩🤖👋👥🛟❓✅⭐🔥🌍🎉')

/** The emoji or the icon of a page. */
export function MarkField({ content, onChange }: MarkFieldProps) {
  const { common, writing } = useWritingWords()
  const [isOpen, setOpen] = useState(false)
  const { emoji, icon } = content
  const hasMark = emoji !== '' || icon !== ''
  const choose = (mark: Mark): void => {
    setOpen(false)
    onChange(mark)
  }
  return (
    <div className="page-mark">
      {hasMark ? (
        <button type="button" aria-label={writing.changeMark} onClick={() => setOpen(true)}>
          <PageMark page={{ emoji, icon, type: 'document' }} />
        </button>
      ) : (
        <Button look="quiet" isDense icon={faceSmile} label={writing.addMark} onPress={() => setOpen(true)} />
      )}
      <Dialog title={writing.mark} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="emoji-grid" role="group" aria-label={writing.emoji}>
          {emojis.map((each) => (
            <button type="button" key={each} onClick={() => choose({ emoji: each, icon: '' })}>
              {each}
            </button>
          ))}
        </div>
        <TextField
          label={writing.emoji}
          help={writing.emojiHelp}
          value={readEmoji(emoji)}
          maxLength={20}
          onChange={(value) => onChange({ emoji: value.trim(), icon: '' })}
        />
        <TextField
          label={writing.icon}
          help={writing.iconHelp}
          value={icon}
          maxLength={50}
          onChange={(value) => onChange({ emoji: '', icon: value.trim() })}
        />
        <div className="dialog-actions">
          <Button look="quiet" label={common.remove} onPress={() => choose({ emoji: '', icon: '' })} />
          <Button look="primary" label={common.close} onPress={() => setOpen(false)} />
        </div>
      </Dialog>
    </div>
  )
}
