/** The used part of it. The package has types of the C functions alone. */
declare module 'libheif-js/wasm-bundle.js' {
  type Image = { handle: object; is_primary(): boolean; get_width(): number; get_height(): number }
  type Plane = { width: number; height: number; stride: number; data: Uint8Array }
  const heif: {
    HeifDecoder: new () => { decode(bytes: Uint8Array): Image[] }
    heif_colorspace: { heif_colorspace_RGB: object }
    heif_chroma: { heif_chroma_interleaved_RGB: object }
    /** For an unreadable file: an error with a code, and no planes. */
    heif_js_decode_image2(handle: object, colorspace: object, chroma: object): Promise<{ channels?: Plane[] }>
  }
  export default heif
}
