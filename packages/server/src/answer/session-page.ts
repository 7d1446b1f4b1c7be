import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/** What stands in the page beside the replay. */
export interface SessionPage {
  /** Plain text. */
  title: string;
  /** The player's script; our own, built with the dashboard. */
  player: string;
  /** Read by the player as JSON. */
  about: object;
}

/**
 * One file that plays a session without a network. Of all scripts only the player runs, named by its hash: whatever a recording holds
 * stands in blocks of data, and the player lets none of it run or load.
 *
 * @param lines - The replay as NDJSON, in chunks of whole lines.
 */
export function writeSessionPage({ title, player, about }: SessionPage, lines: Readable): Readable {
  return Readable.from(parts(title, player, about, lines), { objectMode: false });
}

async function* parts(title: string, player: string, about: object, lines: Readable): AsyncGenerator<string> {
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policyFor(player)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${text(title)}</title>
</head>
<body>
<noscript>This file plays a session with a script of its own, and scripts are switched off here.</noscript>
<script type="application/json" id="about">${data(JSON.stringify(about))}</script>
`;
  for await (const chunk of lines) yield `<script type="application/x-ndjson">${data(String(chunk))}</script>\n`;
  yield `<script>${player}</script>\n</body>\n</html>\n`;
}

/** Styles are the recorded page's and the player's own; they can neither run nor call out. */
function policyFor(player: string): string {
  const hash = createHash('sha256').update(player).digest('base64');
  return `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; frame-src 'none'; form-action 'none'; base-uri 'none'`;
}

/** JSON inside an element: nothing in it can end the element, or open a comment. */
function data(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

function text(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
