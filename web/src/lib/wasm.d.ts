/** The size of the module, unpacked; 0 where it was not there when the page was built. */
declare const __WASM_BYTES__: number
declare module '@nazo/wasm?url' {
  const address: string
  export default address
}
