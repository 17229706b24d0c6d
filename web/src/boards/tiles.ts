// The names of mahjong tiles in Japanese, by the module's numbers of their faces: circles, bamboos, characters from one
// to nine, then winds, dragons, and two more that differ from game to game.
const digits = '一二三四五六七八九'
const suits = ['筒', '索', '萬']
const honours = ['東', '南', '西', '北', '中', '發', '白']

const numerals = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const suitsInEnglish = ['circles', 'bamboo', 'characters']
const honoursInEnglish = [
  ...['east', 'south', 'west', 'north'].map((wind) => `${wind} wind`),
  ...['red', 'green', 'white'].map((dragon) => `${dragon} dragon`),
]
/** The module's names of the faces with their Japanese ones, those of both games. */
export const japaneseOfTiles: Record<string, string> = {
  ...Object.fromEntries(
    suitsInEnglish.flatMap((suit, s) => numerals.map((number, n) => [`${number} of ${suit}`, digits[n] + suits[s]])),
  ),
  ...Object.fromEntries(honoursInEnglish.map((name, i) => [name, honours[i]])),
  flower: '花牌',
  season: '季節牌',
}

/** What gives a face its name, or undefined where it has none; `others` are the two after the dragons. */
export const tileNames =
  (...others: [string, string]) =>
  (face: number): string | undefined => {
    if (face < 0) return undefined
    return face < 27 ? digits[face % 9] + suits[Math.floor(face / 9)] : [...honours, ...others][face - 27]
  }
