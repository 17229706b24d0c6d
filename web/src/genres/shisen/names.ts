import { tileNames } from '../../boards/tiles'

export const tileName = tileNames('花', '月')
