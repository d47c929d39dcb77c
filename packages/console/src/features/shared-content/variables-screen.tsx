import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { read } from '../../api/index.ts'
import { getCurrentRevision, getSpaceById } from '../../api/operations.ts'
import { describeError, LoadFailure } from '../../app/load-failure.tsx'
import { Screen } from '../../app/screen.tsx'
import { useSpaceCrumb } from '../../app/space-crumb.ts'
import { useSharedWords } from '../../locales/features/shared-content.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { plus } from '../../ui/icon-paths.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { SharedTabs } from './shared-tabs.tsx'
import { useProposeChange } from './use-propose-change.ts'

interface Variable {
  name: string
  value: string
}

/** Values of a space that pages name instead of repeating them. */
export function VariablesScreen() {
  const { shared, common } = useSharedWords()
  const { spaceId } = useParams({ from: '/signed-in/spaces/$spaceId' })
  const crumb = useSpaceCrumb(spaceId)
  const [edited, setEdited] = useState<Variable | 'new'>()
  const { data: space } = useQuery(read(getSpaceById, { spaceId }))
  const { data, error, refetch } = useQuery(
    read(getCurrentRevision, { spaceId, query: { fields: 'shared' } }),
  )
  const canEdit = space?.permissions.edit === true
  const variables = Object.entries(data?.variables ?? {}).map(([name, value]) => ({ name, value }))
  return (
    <Screen
      title={shared.variables}
      crumbs={[crumb]}
      tabs={<SharedTabs spaceId={spaceId} />}
      actions={
        canEdit && (
          <Button look="primary" icon={plus} label={shared.addVariable} onPress={() => setEdited('new')} />
        )
      }
    >
      <h1 className="sr">{shared.variables}</h1>
      {edited !== undefined && (
        <VariableDialog
          spaceId={spaceId}
          {...(edited !== 'new' && { variable: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={common.loading} />
      ) : variables.length === 0 ? (
        <Empty title={shared.noVariables}>{shared.noVariablesText}</Empty>
      ) : (
        <VariableList variables={variables} {...(canEdit && { onEdit: setEdited })} />
      )}
    </Screen>
  )
}

interface VariableListProps {
  variables: readonly Variable[]
  /** Absent for whoever may not write. */
  onEdit?: (variable: Variable) => void
}

function VariableList({ variables, onEdit }: VariableListProps) {
  const { changeRequests } = useSharedWords()
  return (
    <ul className="list">
      {variables.map((variable) => (
        <li key={variable.name} className="item plain-item line-item">
          <span className="grow">
            <code className="title cut">{variable.name}</code>
            <span className="meta cut">{variable.value}</span>
          </span>
          {onEdit && (
            <Button
              label={changeRequests.edit}
              aria-label={`${changeRequests.edit}: ${variable.name}`}
              onPress={() => onEdit(variable)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

const MAX_VALUE_CHARACTERS = 256
const namePattern = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/

interface VariableDialogProps {
  spaceId: string
  /** The one to change. Without it, one is made. */
  variable?: Variable
  onClose: () => void
}

function VariableDialog({ spaceId, variable, onClose }: VariableDialogProps) {
  const words = useSharedWords()
  const { shared, common } = words
  const [name, setName] = useState(variable?.name ?? '')
  const [value, setValue] = useState(variable?.value ?? '')
  const propose = useProposeChange(spaceId)
  const isNameBad = name !== '' && !namePattern.test(name)
  const send = (next: string | null): void =>
    propose.mutate({
      subject: next === null ? shared.deleteSubject(name) : shared.subject(name),
      changes: [{ operation: 'set_variables', variables: { [name]: next } }],
    })
  return (
    <FormDialog
      title={variable ? shared.editVariable : shared.addVariable}
      isOpen
      onClose={onClose}
      action={shared.propose}
      cancel={common.cancel}
      onSubmit={() => send(value)}
      isBusy={propose.isPending}
      isDisabled={name === '' || isNameBad}
      error={propose.error ? describeError(propose.error, words) : undefined}
    >
      <TextField
        label={shared.name}
        help={shared.nameHelp}
        value={name}
        onChange={setName}
        isDisabled={variable !== undefined}
        error={isNameBad ? shared.nameHelp : undefined}
        autoFocus={variable === undefined}
        autoComplete="off"
      />
      <TextField
        label={shared.value}
        value={value}
        onChange={setValue}
        maxLength={MAX_VALUE_CHARACTERS}
        autoFocus={variable !== undefined}
      />
      <p className="soft">{shared.proposeHelp}</p>
      {variable && (
        <div className="actions">
          <Button look="danger" label={shared.proposeDeletion} onPress={() => send(null)} />
        </div>
      )}
    </FormDialog>
  )
}
