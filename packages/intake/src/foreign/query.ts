/**
 * The parameters of a query. An SDK that appends `?ddforward=…` to an address that has a query already makes a second question mark, so
 * one that is not encoded separates like `&`. Of a name that comes twice the first counts. What is not encoded well stays as it is.
 */
export function readQuery(query: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of query.slice(0, maxQueryChars).split(/[?&]/, maxParameters)) {
    const equals = pair.indexOf('=');
    const name = decoded(equals === -1 ? pair : pair.slice(0, equals));
    if (name !== '' && !parameters.has(name))
      parameters.set(name, equals === -1 ? '' : decoded(pair.slice(equals + 1)));
  }
  return parameters;
}

const maxQueryChars = 16 * 1024;
const maxParameters = 200;

function decoded(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // A stray percent sign is no reason to lose a body.
    return text;
  }
}
