/** Lines of an answer that may be longer than memory. Empty ones are left out. */
export async function* linesOf({ body }: Pick<Response, 'body'>): AsyncGenerator<string> {
  if (body === null) return;
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter(Boolean);
  }
  if (rest) yield rest;
}
