/** The text of a file, as strictly as `casinowar verify` reads it. */

/**
 * @param {ArrayBuffer} bytes
 * @returns {string | null} none if it is not UTF-8; a mark of the byte order is part of the text
 */
export function textOf(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
