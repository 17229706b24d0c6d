import { tileNames } from '../../boards/tiles'

export const tileName = tileNames('花牌', '季節牌')
