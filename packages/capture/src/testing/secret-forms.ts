/**
 * How a secret may stand in a text or in bytes: as it is, as an address, JSON, HTML or base64 write it, wherever in a longer text it
 * begins. In lower case; base64 as well, where that costs a chance in a million.
 */
export function formsOf(secret: string): string[] {
  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
    escaped(secret),
    secret.replace(/[^\p{L}\d]/gu, (sign) => `&#${sign.codePointAt(0)};`),
    secret.replace(/./gu, (sign) => `&#${sign.codePointAt(0)};`),
    secret.replace(/./gu, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`),
    ...[0, 1, 2].map((at) => base64At(secret, at)),
  ];
  const all = forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
  return [...new Set(all.map((form) => form.toLowerCase()))];
}

function escaped(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What of its base64 is the same whatever stands before and behind, when it begins at such a place. */
function base64At(secret: string, place: number): string {
  const bytes = Buffer.concat([Buffer.alloc(place), Buffer.from(secret)]);
  const whole = bytes.toString('base64').replace(/=+$/, '');
  const spoiledAtEnd = bytes.length % 3 === 0 ? 0 : 1;
  return whole.slice(place === 0 ? 0 : place + 1, whole.length - spoiledAtEnd);
}
