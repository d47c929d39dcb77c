import { useState } from 'react'
import { Button } from '../../src/ui/button.tsx'
import { showToast, type Toast } from '../../src/ui/toast.tsx'
import { Example, Group, type GroupName } from '../group.tsx'
import { longText, rtlText } from '../samples.ts'

export function Toasts(name: GroupName) {
  const [undone, setUndone] = useState(0)
  const undo = { label: 'Undo', run: () => setUndone((count) => count + 1) }
  const toasts: Record<string, Toast> = {
    Done: { message: 'Merged #218 into Relay guide' },
    'Can be undone': { message: 'Moved to the bin', action: undo },
    Failed: { message: 'Not saved. It is kept here and sent again.', isError: true },
    'Failed, with a way out': { message: 'Not saved.', isError: true, action: { ...undo, label: 'Try now' } },
    '200 characters': { message: longText, action: undo },
    'Right to left': { message: rtlText, action: { ...undo, label: rtlText } },
  }
  return (
    // The page has one region for them all, at its end.
    <Group {...name} parts={['ToastRegion']}>
      <Example title="In the corner, three at a time" isWide>
        {Object.entries(toasts).map(([label, toast]) => (
          <Button key={label} label={label} onPress={() => showToast(toast)} />
        ))}
        <p className="soft">Actions that ran: {undone}</p>
      </Example>
    </Group>
  )
}
