// Runs before the first frame, so that a page never appears in the other theme first.
const theme = (() => {
  try {
    return localStorage.getItem('verso-theme')
  } catch {
    return null
  }
})()
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
