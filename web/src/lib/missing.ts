// What a study still lacks, said in the reader's language from the server's sentence.
import { i18n, t } from './i18n.svelte'
import { m } from './texts_making'

export function missingText(said: string): string {
  const rows = /a regression on (\d+) predictors needs at least (\d+) rows, there are (\d+)/.exec(said)
  if (rows) return m('missing_rows', { count: Number(rows[1]), needed: rows[2], given: rows[3] })
  if (/no plays to fit/.test(said)) return m('missing_plays')
  if (/no comparisons/.test(said)) return m('missing_comparisons')
  if (/combination of the others/.test(said)) return m('missing_combined')
  if (/predictor \d+ does not vary/.test(said)) return m('missing_constant')
  if (/target does not vary/.test(said)) return m('missing_target')
  if (/no features that differ/.test(said)) return m('predictors_none')
  return i18n.language === 'ja' ? t('failed', { message: said }) : said
}
