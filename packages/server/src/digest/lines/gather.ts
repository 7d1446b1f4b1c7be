/** Puts texts of a page together as a reader meets them: inline elements go on with a line, all others begin a new one. */
export interface LineGatherer {
  text(said: string): void;
  /** An element begins or ends. */
  edge(tag: string): void;
  /** Something that stands by itself, such as what is in a field. */
  alone(said: string): void;
  /** What stands alone and has to do with nothing before it ends here. */
  end(): void;
}

/** Longer ones are cut into pieces of about this length, between words. */
export const maxLineChars = 500;

const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Their texts are not for people. */
export const speechless: ReadonlySet<string> = new Set(['style', 'script', 'noscript', 'template']);
/** What recorders write in the place of masked texts: ours bullets, rrweb's stars, Datadog's crosses. */
const masked = /^[•*x\s]*$/i;
/** Something between two signs of punctuation is no line that one would look for. */
const word = /[\p{L}\p{N}]/u;

export function createGatherer(put: (line: string) => void): LineGatherer {
  let open = '';

  function end(): void {
    const said = open.replace(/\s+/g, ' ').trim();
    open = '';
    if (said === '' || masked.test(said) || !word.test(said)) return;
    for (const piece of pieces(said)) put(piece);
  }

  return {
    text(said) {
      // A text of megabytes is no line of a page; what its beginning says is enough to find it.
      if (open.length < maxLineChars * 40) open += said;
    },
    edge(tag) {
      if (!inline.has(tag)) end();
    },
    alone(said) {
      end();
      open = said;
      end();
    },
    end,
  };
}

function* pieces(said: string): Generator<string> {
  let rest = said;
  while (rest.length > maxLineChars) {
    const space = rest.lastIndexOf(' ', maxLineChars);
    const at = space > maxLineChars / 2 ? space : maxLineChars;
    yield rest.slice(0, at).trim();
    rest = rest.slice(at).trim();
  }
  if (rest !== '') yield rest;
}
