/** As browsers and alarms tell an error: `Uncaught (in promise) TypeError: …`. */
const told = /^(?:uncaught\s+)?(?:\(in promise\)\s*)?((?:[\w$]+\.)*\w*(?:Error|Exception)):\s+(\S.*)/i;
/** Where its stack begins, as Chromium writes it, as Firefox and Safari do, and as Firefox's console does. */
const stack = /\s(?:at\s+\S.*:\d|\S*@\S+:\d|\S+\s+https?:\S+:\d)/;
/** What data filled in is kept as `{integer}` and the like, a quotation as `{text}`, a name as `{name}`. */
const filledIn =
  /["`“][^"`”]*["`”]|(?<![\p{L}\d])'[^']*'|\S*[\d@/{}=]\S*|(?<=\S )\p{Lu}[\p{Ll}\p{M}]+|\p{Lu}[\p{Ll}\p{M}]+(?= \p{Lu})/u;
/** What engines say by themselves names code in quotes, and is kept with it. */
const ofEngine = /^(?:Type|Reference|Range|Internal)Error$/;
const codeInQuotes = /(?<=(?:reading|setting|evaluating|execute|on|access|property) )(["'])([A-Za-z_$][\w$.]{0,40})\1/g;

const mostChars = 4_000;
const mostParts = 4;
const mostPartChars = 300;

/** The search that finds the error of which this is the text; undefined where it is none. */
export function searchOfError(text: string): string | undefined {
  const [, type, said] = told.exec(text.trim().slice(0, mostChars)) ?? [];
  if (type === undefined || said === undefined) return undefined;
  const [message = ''] = said.split(stack);
  const parts = partsOf(ofEngine.test(type) ? message.replace(codeInQuotes, hideQuotes) : message);
  return [`error:${type}`, ...parts.map((part) => JSON.stringify(part))].join(' ');
}

/** What of a message is the same each time: all of it that no data filled in. */
const partsOf = (message: string): string[] =>
  message
    .split(filledIn)
    .map((part) => part.replaceAll('\ue000', "'").replaceAll('\ue001', '"').trim().slice(0, mostPartChars))
    .filter((part) => /\p{L}{3}/u.test(part))
    .slice(0, mostParts);

function hideQuotes(_: string, quote: string, name: string): string {
  const hidden = quote === "'" ? '\ue000' : '\ue001';
  return `${hidden}${name}${hidden}`;
}
