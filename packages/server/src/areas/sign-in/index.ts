export { createSignIn, type SignIn, signInRoutes } from './area.ts'
