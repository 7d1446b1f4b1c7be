/** By which a stored text is known: the first 22 characters of the base64url form of its SHA-256. */
export function nameOf(sha256: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(sha256)))
    .slice(0, 22)
    .replace(/\W/g, (sign) => (sign < '/' ? '-' : '_'));
}
