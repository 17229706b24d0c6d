// Light, dark, or as the device says.
import { keep, kept } from './storage'

export type Theme = 'auto' | 'light' | 'dark'

const chosen = kept('nazo.theme')
let theme = $state<Theme>(chosen === 'light' || chosen === 'dark' ? chosen : 'auto')

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
    keep('nazo.theme', to)
    apply()
  },
}
