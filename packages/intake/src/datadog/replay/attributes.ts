/** What an attribute may become: another name, another value, or nothing. */
const addresses = new Set(['src', 'href', 'xlink:href', 'poster', 'background', 'data']);

/**
 * An attribute as a player may have it. Datadog tells attributes as they stand in the page: a frame would be loaded, a handler would be
 * one, and relative addresses would lead to where the player stands.
 *
 * @param base - The address of the page.
 */
export function safeAttribute(tag: string, name: string, value: string, base: string): [name: string, value: string] {
  const lower = name.toLowerCase();
  if (lower.startsWith('on')) return [`_${name}`, ''];
  if (/^i?frame$/i.test(tag) && lower === 'srcdoc') return ['rr_srcdoc', ''];
  if (/^(i?frame|object|embed)$/i.test(tag) && (lower === 'src' || lower === 'data'))
    return ['rr_src', resolve(value, base)];
  if (addresses.has(lower)) return [name, resolve(value, base)];
  if (lower === 'srcset' || lower === 'imagesrcset')
    return [name, value.replace(/(^|,\s+)([^\s,]+)/g, (_, gap: string, url: string) => gap + resolve(url, base))];
  if (lower === 'style' && value.includes('url('))
    return [
      name,
      value.replace(
        /url\(\s*(["']?)([^"')]+)\1\s*\)/g,
        (_, quote: string, url: string) => `url(${quote}${resolve(url, base)}${quote})`,
      ),
    ];
  return [name, value];
}

/** A reference against the address of the page (RFC 3986, 5.2, for addresses of the network). */
export function resolve(reference: string, base: string): string {
  const url = reference.trim();
  const [, scheme = '', host = '', path = ''] = /^(https?:)(\/\/[^/?#]*)([^?#]*)/i.exec(base) ?? [];
  if (url === '' || url.startsWith('#') || /^[a-z][a-z\d+.-]*:/i.test(url) || scheme === '') return reference;
  if (url.startsWith('//')) return scheme + url;
  if (url.startsWith('/')) return scheme + host + url;
  if (url.startsWith('?')) return `${scheme}${host}${path}${url}`;
  const end = url.search(/[?#]/);
  const [way, rest] = end === -1 ? [url, ''] : [url.slice(0, end), url.slice(end)];
  const parts = path
    .slice(0, path.lastIndexOf('/') + 1)
    .split('/')
    .slice(1, -1);
  for (const step of way.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return `${scheme}${host}/${parts.join('/')}${rest}`;
}
