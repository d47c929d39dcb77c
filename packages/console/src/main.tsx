import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createQueryClient } from './api/index.ts'
import { createAppRouter, loadScreen } from './app/router.tsx'
import { showPage } from './app/show-page.tsx'

const client = createQueryClient()
const router = createAppRouter(client)
await showPage(
  <QueryClientProvider client={client}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
  loadScreen(router, client),
)
