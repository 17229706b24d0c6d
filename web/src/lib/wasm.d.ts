/** The sizes of the genres' modules, unpacked; nothing where they were not there when the page was built. */
declare const __MODULES__: Record<string, number>
