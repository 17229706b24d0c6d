// Light, dark, or as the device says.
export type Theme = 'auto' | 'light' | 'dark'

const kept = localStorage.getItem('nazo.theme')
let theme = $state<Theme>(kept === 'light' || kept === 'dark' ? kept : 'auto')

function apply() {
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
apply()

export const look = {
  get theme() {
    return theme
  },
  set theme(to: Theme) {
    theme = to
    localStorage.setItem('nazo.theme', to)
    apply()
  },
}
