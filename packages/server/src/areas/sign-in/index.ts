export { createSignInArea, type SignInArea, signInAreaRoutes } from './area.ts'
