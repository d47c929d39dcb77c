import { useQuery } from '@tanstack/react-query'
import { read } from '../api/index.ts'
import { getSpaceById } from '../api/operations.ts'
import { useWords } from '../locales/index.ts'
import type { Crumb } from './screen.tsx'

/** The space that a screen is in, as the first part of the way to it. */
export function useSpaceCrumb(spaceId: string): Crumb {
  const { spaces } = useWords()
  const { data } = useQuery(read(getSpaceById, { spaceId }))
  return { label: data?.title ?? spaces.space, link: { to: '/spaces/$spaceId', params: { spaceId } } }
}
