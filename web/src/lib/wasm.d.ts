declare module '@nazo/wasm?url' {
  const address: string
  export default address
}
