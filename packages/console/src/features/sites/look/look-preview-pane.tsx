import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { isStatus, read } from '../../../api/index.ts'
import { previewSiteCustomization, type SiteLookPreview } from '../../../api/operations.ts'
import { describeError } from '../../../app/load-failure.tsx'
import { useSiteWords } from '../../../locales/features/sites.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { display, type IconPath, mobileScreen, moon, sun } from '../../../ui/icon-paths.ts'
import { Empty, Notice } from '../../../ui/states.tsx'
import { useSiteParams } from '../use-site.ts'
import { createLiveStyle } from './live-style.ts'
import type { LookValues } from './look-values.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { describeLook, type SavedLook } from './use-look.ts'
import { useThrottled } from './use-throttled.ts'
import { tabletScreenButton, userGroup } from '../../../ui/icon-paths.ts'

/** Of the windows that readers have, in pixels. */
const widths = { desktop: 1280, tablet: 768, phone: 390 } as const
type Device = keyof typeof widths

/** Pages are rendered no more often than this while somebody drags a colour, which the page shows meanwhile. */
const RENDER_INTERVAL_MS = 150

interface LookPreviewPaneProps {
  values: LookValues
  saved: SavedLook
  siteSpaceId: string | undefined
}

/** A page of the site with the settings that are chosen, before they are saved. */
export function LookPreviewPane({ values, saved, siteSpaceId }: LookPreviewPaneProps) {
  const words = useSiteWords()
  const { siteLook } = words
  const params = useSiteParams()
  const [device, setDevice] = useState<Device>('desktop')
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [path, setPath] = useState('')
  const [claimsText, setClaimsText] = useState<string>()
  const claims = readClaims(claimsText)
  const renderedValues = useThrottled(values, RENDER_INTERVAL_MS)
  const body = describeLook(renderedValues, saved, siteSpaceId)
  const { data, error, isPlaceholderData } = useQuery({
    ...read(previewSiteCustomization, { ...params, body: { ...body, path, ...(claims && { claims }) } }),
    // The same settings give the same page until somebody merges something, which a preview need not show.
    staleTime: 60_000,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  // Settings that cannot be shown, such as half a colour, leave the page that was shown before.
  const lastPreview = useRef<SiteLookPreview>(undefined)
  lastPreview.current = data ?? lastPreview.current
  const preview = lastPreview.current
  const isRendered = data !== undefined && !isPlaceholderData && renderedValues === values
  const live = useMemo(
    () => (preview && !isRendered ? createLiveStyle(values, siteSpaceId, preview) : undefined),
    [preview, isRendered, values, siteSpaceId],
  )
  return (
    <section className="preview" aria-label={siteLook.preview}>
      <div className="preview-bar">
        <IconSegmented
          label={siteLook.device}
          choices={[
            { value: 'desktop', label: siteLook.desktop, icon: display },
            { value: 'tablet', label: siteLook.tablet, icon: tabletScreenButton },
            { value: 'phone', label: siteLook.phone, icon: mobileScreen },
          ]}
          value={device}
          onChange={setDevice}
        />
        <IconSegmented
          label={siteLook.previewTheme}
          choices={[
            { value: 'light', label: siteLook.inLight, icon: sun },
            { value: 'dark', label: siteLook.inDark, icon: moon },
          ]}
          value={theme}
          onChange={setTheme}
        />
        <Button
          look="quiet"
          isIconOnly
          icon={userGroup}
          label={siteLook.asVisitor}
          aria-pressed={claimsText !== undefined}
          onPress={() => setClaimsText(claimsText === undefined ? '{ }' : undefined)}
        />
        <bdi className="preview-path grow cut">/{preview?.path ?? path}</bdi>
      </div>
      {claimsText !== undefined && (
        <div className="preview-claims">
          <TextField
            label={siteLook.claims}
            value={claimsText}
            onChange={setClaimsText}
            help={siteLook.claimsHelp}
            error={claims ? undefined : siteLook.wrongClaims}
          />
        </div>
      )}
      {error && !isStatus(error, 409) && (
        <Notice look="danger" title={siteLook.previewFailed}>
          {describeError(error, words)}
        </Notice>
      )}
      {isStatus(error, 409) ? (
        <Empty title={siteLook.nothingToPreview}>{siteLook.nothingToPreviewText}</Empty>
      ) : (
        preview && (
          <PreviewFrame
            title={siteLook.preview}
            preview={preview}
            live={live}
            theme={theme}
            width={widths[device]}
            onNavigate={setPath}
          />
        )
      )}
    </section>
  )
}

function readClaims(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(text)
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? { ...claims } : undefined
  } catch {
    return undefined
  }
}

interface IconSegmentedProps<Value extends string> {
  label: string
  choices: readonly { value: Value; label: string; icon: IconPath }[]
  value: Value
  onChange: (value: Value) => void
}

function IconSegmented<Value extends string>({ label, choices, value, onChange }: IconSegmentedProps<Value>) {
  return (
    <div className="segmented" role="group" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          aria-label={choice.label}
          title={choice.label}
          onClick={() => onChange(choice.value)}
        >
          <Icon of={choice.icon} />
        </button>
      ))}
    </div>
  )
}
