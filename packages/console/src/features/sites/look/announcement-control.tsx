import { useSiteWords } from '../../../locales/features/sites.ts'
import { Switch } from '../../../ui/choice.tsx'
import { TextField } from '../../../ui/field.tsx'
import { LinkTarget, type ContentRef } from './link-target.tsx'
import type { ControlProps } from './look-control.tsx'
import { getValueLabel } from './look-words.ts'
import { WideSegmented } from './wide-segmented.tsx'

const styles = ['info', 'warning', 'danger', 'success'] as const

interface Announcement {
  enabled: boolean
  message: string
  style: (typeof styles)[number]
  link?: { title: string; to: ContentRef }
}

/** A line above every page. */
export function AnnouncementControl({ label, value, onChange }: ControlProps<Announcement | undefined>) {
  const { siteLook } = useSiteWords()
  const announcement = value ?? { enabled: false, message: '', style: 'info' }
  const { enabled, message, style, link } = announcement
  const set = (part: Partial<Announcement>): void => onChange({ ...announcement, ...part })
  return (
    <>
      <Switch label={label} isChecked={enabled} onChange={(isShown) => set({ enabled: isShown })} />
      {enabled && (
        <>
          <TextField
            label={siteLook.message}
            value={message}
            onChange={(next) => set({ message: next })}
            maxLength={128}
            error={message.trim().length < 2 ? siteLook.messageTooShort : undefined}
          />
          <WideSegmented
            label={siteLook.messageStyle}
            choices={styles.map((each) => ({
              value: each,
              label: getValueLabel(siteLook, { path: 'announcement' }, each, ''),
            }))}
            value={style}
            onChange={(next) => set({ style: styles.find((each) => each === next) ?? 'info' })}
          />
          <Switch
            label={siteLook.messageLink}
            isChecked={link !== undefined}
            onChange={(hasLink) => {
              const { link: _, ...rest } = announcement
              onChange(
                hasLink
                  ? { ...rest, link: { title: siteLook.newLink, to: { kind: 'url', url: 'https://' } } }
                  : rest,
              )
            }}
          />
          {link && (
            <>
              <TextField
                label={siteLook.linkTitle}
                value={link.title}
                maxLength={64}
                onChange={(title) => set({ link: { ...link, title } })}
              />
              <LinkTarget value={link.to} onChange={(to) => set({ link: { ...link, to } })} />
            </>
          )}
        </>
      )}
    </>
  )
}
