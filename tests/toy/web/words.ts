// Lights in Japanese.
import type { Hint } from '../../lib/types'
import type { GenreWords } from '../shape'

const press = ({ cells: [[row, column]] }: Hint) => `${row}行${column}列の明かりを押します。`

export default {
  hints: {
    press,
    one_of_the_presses: (hint) => {
      const { presses } = hint.values
      return `${press(hint)}ここを含む${presses}か所を押せば、すべて消えます。`
    },
  },
  features: { length: '最少手数', lit: '点いている数' },
  options: { size: '大きさ', board: '盤面' },
  codes: { unsolvable: '消せません', solved_at_start: '初めから消えています' },
  presets: {},
  examples: { plus: '十字', corner: '角', never: '解なし' },
} satisfies GenreWords
