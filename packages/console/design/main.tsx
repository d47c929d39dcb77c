// The page at `/app/design` of the development server: every part of the console in every state. It is not in the product.
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { DesignPage } from './design-page.tsx'
import { readLook, showLook } from './look.ts'
import './design.css'

showLook(readLook())
const root = document.querySelector('#root')
if (!root) throw new Error('The page has no root element.')
// Long lists ask the router when another screen was shown. Here there is never one.
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
createRoot(root).render(
  <StrictMode>
    <RouterContextProvider router={router}>
      <DesignPage />
    </RouterContextProvider>
  </StrictMode>,
)
