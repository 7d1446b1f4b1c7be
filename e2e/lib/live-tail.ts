/** What the live door tells, as one growing text. */
export interface LiveTail {
  text(): string;
  ended(): boolean;
}

export async function watchLive(asked: Promise<Response>): Promise<LiveTail> {
  const { body } = await asked;
  let text = '';
  let ended = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) text += decoder.decode(chunk, { stream: true });
    ended = true;
  })();
  // A server that ends breaks it off.
  reading.catch(() => undefined);
  return { text: () => text, ended: () => ended };
}
