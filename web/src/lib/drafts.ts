// Collections in the making, kept in this browser until what they say is on the server: to begin another one, or to
// edit one, loses none. Other tabs have them, too, so each write changes one draft and leaves the others as they are.
import { keep, keptJson } from './storage'
import type { Collection, Draft, Entry } from './publishing'

const shelf = 'nazo.drafts'
const shelfBefore = 'nazo.draft' // of pages that knew one draft
const most = 20

/** All of them, the one that was worked on last first. */
export function drafts(): Draft[] {
  const before = keptJson<Draft | null>(shelfBefore, null)
  return keptJson<Draft[]>(shelf, before ? [before] : [])
}
const write = (changed: Draft[]) => keep(shelf, JSON.stringify(changed.slice(0, most)))
const others = (key: string) => drafts().filter((one) => one.key !== key)

const says = ({ title, author, about }: Pick<Draft, 'title' | 'author' | 'about'>, entries: string[][]) =>
  JSON.stringify([title.trim(), author.trim(), about.trim(), entries])
/** Would something be lost if this draft were gone? `saved`: the collection as the server has it. */
export function unsaved(draft: Draft, saved?: Collection): boolean {
  const { title, author, about, entries } = draft
  if (!saved) return [title, author, about].some((text) => text.trim() !== '') || entries.length > 0
  const own = entries.map(({ key, id, title }) => [key ?? id, title.trim()])
  return (
    says(draft, own) !==
    says(
      saved,
      saved.puzzles.map(({ key, title }) => [key, title.trim()]),
    )
  )
}
/** Keeps a draft as the one that is worked on. */
export const keepDraft = (draft: Draft) => write([draft, ...others(draft.key)])
export const dropDraft = (key: string) => write(others(key))

/** The server's puzzles; what this browser knows of them besides is not forgotten. */
export const entriesOf = (kept: Collection, before: Entry[] = []): Entry[] =>
  kept.puzzles.map(({ key, genre, title, has_solution }, i) => {
    const id = before[i]?.id ?? key
    return { ...before[i], id, key, genre, title, has_solution }
  })
export function draftOf(one: Collection): Draft {
  const { key, title, author, about } = one
  return { key, title, author, about, entries: entriesOf(one) }
}
