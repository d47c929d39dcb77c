import { useInfiniteQuery } from '@tanstack/react-query'
import { readList } from '../../api/index.ts'
import { listOpenAPISpecUses } from '../../api/operations.ts'
import { ContentUses } from '../../app/content-uses.tsx'
import { useWords } from '../../locales/index.ts'

/** The pages that show something of a spec. */
export function SpecUses({ organizationId, specSlug }: { organizationId: string; specSlug: string }) {
  const { openapi } = useWords()
  const list = useInfiniteQuery(readList(listOpenAPISpecUses, { organizationId, specSlug }))
  return <ContentUses title={openapi.uses} emptyText={openapi.noUses} list={list} namesSpaces />
}
