// Written by `npm run generate:operations` from the route table of the server. Do not edit.
import { defineOperation } from '../operation.ts'

/** Get the URL of a change request as PDF. */
export const getChangeRequestPDF = /* @__PURE__ */ defineOperation<
  {
    spaceId: string
    changeRequestId: string
    query?: { page?: string | undefined; only?: boolean | undefined }
  },
  { url: string }
>('getChangeRequestPDF', 'GET', '/spaces/{spaceId}/change-requests/{changeRequestId}/pdf')

/** Get the URL of a space as PDF. */
export const getSpacePDF = /* @__PURE__ */ defineOperation<
  { spaceId: string; query?: { page?: string | undefined; only?: boolean | undefined } },
  { url: string }
>('getSpacePDF', 'GET', '/spaces/{spaceId}/pdf')
