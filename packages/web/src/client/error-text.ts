/** As browsers and alarms tell an error: `Uncaught (in promise) TypeError: …`, its stack behind it. */
const told =
  /^(?:uncaught\s+)?(?:\(in promise\)\s*)?((?:[\w$]+\.)*\w*(?:Error|Exception)):\s+([^\n]+?)(?:\s+at\s+\S+.*:\d+\)?.*)?$/is;

/** The search that finds the error of which this is the text; undefined where it is none. */
export function searchOfError(text: string): string | undefined {
  const [, type, message] = told.exec(text.trim()) ?? [];
  return type === undefined || message === undefined ? undefined : `error:${type} ${JSON.stringify(message)}`;
}
