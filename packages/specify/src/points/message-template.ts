/** A message with its numbers left open: `You have {number} bookings already`. */
function withoutNumbers(message: string): string {
  return message.replace(/\d+(?:[.,:]\d+)*/g, '{number}');
}

/**
 * What messages that differ only in numbers say in common. A number that is always the same belongs to the message: it is a limit
 * (`An order holds at most 30 lines`). One that changes is filled in.
 *
 * @param messages - All that were seen.
 * @returns By message: what it is written as.
 */
export function messageTemplates(messages: readonly string[]): Map<string, string> {
  const alike = Map.groupBy(new Set(messages), withoutNumbers);
  return new Map(
    [...alike].flatMap(([template, some]) => some.map((one) => [one, some.length > 1 ? template : one] as const)),
  );
}
