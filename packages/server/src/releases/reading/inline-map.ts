/** The map that a script carries itself, as JSON text; `undefined` when its `sourceMappingURL` names one elsewhere, or there is none. */
export function inlineMapOf(script: string): string | undefined {
  const from = Math.max(0, script.lastIndexOf('sourceMappingURL=') - 10);
  const [, coding, content] =
    /\/\/[#@] ?sourceMappingURL=data:application\/json[^,\s]*?(;base64)?,(\S*)/.exec(script.slice(from)) ?? [];
  if (content === undefined) return undefined;
  if (coding) return Buffer.from(content, 'base64').toString('utf8');
  try {
    return decodeURIComponent(content);
  } catch {
    return content; // not encoded as it says: whoever reads it says that it is no map
  }
}
