// The pieces by their USI letters, in two sets: traditional, and letters for those who do not read kanji.
export const kanji: Record<string, string> = {
  P: '歩',
  L: '香',
  N: '桂',
  S: '銀',
  G: '金',
  B: '角',
  R: '飛',
  K: '玉',
  '+P': 'と',
  '+L': '杏',
  '+N': '圭',
  '+S': '全',
  '+B': '馬',
  '+R': '龍',
}
/** How a piece moves, as a small drawing: steps it can make, and [row, column] it runs along. */
interface Paces {
  steps: [down: number, right: number][]
  runs: [down: number, right: number][]
}
const gold: Paces['steps'] = [
  [-1, -1],
  [-1, 0],
  [-1, 1],
  [0, -1],
  [0, 1],
  [1, 0],
]
const straight: Paces['steps'] = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
]
const slant: Paces['steps'] = [
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
]
/** Drawn on the letter pieces, so that nobody has to know them: it decides nothing, the module knows the rules. */
export const paces: Record<string, Paces> = {
  P: { steps: [[-1, 0]], runs: [] },
  L: { steps: [], runs: [[-1, 0]] },
  N: {
    steps: [
      [-2, -1],
      [-2, 1],
    ],
    runs: [],
  },
  S: { steps: [[-1, 0], ...slant], runs: [] },
  G: { steps: gold, runs: [] },
  B: { steps: [], runs: slant },
  R: { steps: [], runs: straight },
  K: { steps: [...straight, ...slant], runs: [] },
  '+P': { steps: gold, runs: [] },
  '+L': { steps: gold, runs: [] },
  '+N': { steps: gold, runs: [] },
  '+S': { steps: gold, runs: [] },
  '+B': { steps: straight, runs: slant },
  '+R': { steps: slant, runs: straight },
}
export type PieceSet = 'kanji' | 'letters'
/** In which order a hand is shown. */
export const handOrder = ['R', 'B', 'G', 'S', 'N', 'L', 'P']
