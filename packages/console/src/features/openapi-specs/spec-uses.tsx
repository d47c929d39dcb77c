import { useInfiniteQuery } from '@tanstack/react-query'
import { readList } from '../../api/index.ts'
import { listOpenAPISpecUses } from '../../api/operations.ts'
import { ContentUses } from '../../app/content-uses.tsx'
import { useSpecWords } from '../../locales/features/openapi.ts'

/** The pages that show something of a spec. */
export function SpecUses({ organizationId, specSlug }: { organizationId: string; specSlug: string }) {
  const { openapi } = useSpecWords()
  const list = useInfiniteQuery(readList(listOpenAPISpecUses, { organizationId, specSlug }))
  return <ContentUses title={openapi.uses} emptyText={openapi.noUses} list={list} namesSpaces />
}
