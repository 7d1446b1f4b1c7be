import type { ReplayEvent } from '@sightglass/wire';

const namespace = 'http://www.w3.org/1998/Math/MathML';
/** MathML Core and what older documents use of MathML 3. No element of HTML has such a name. */
const names = new Set(
  `math maction annotation annotation-xml menclose merror mfenced mfrac mglyph mi mlabeledtr mmultiscripts mn mo mover mpadded
  mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics`.split(
    /\s+/,
  ),
);

/** rrweb's events tell SVG from HTML and nothing else: here the elements of formulas are made as what they are. */
export function makeMath(document: Document): void {
  const make = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement =>
    names.has(name)
      ? // Treated as any other by the one who asks.
        (document.createElementNS(namespace, name) as Element as HTMLElement)
      : make(name, options);
}

/** Whether a run of events brings formulas. */
export function bringsMath(events: readonly ReplayEvent[]): boolean {
  return events.some(({ type, data }) => {
    const { source, adds } = (data ?? {}) as { source?: number; adds?: { node?: { tagName?: unknown } }[] };
    return type === 3 && source === 0 && Array.isArray(adds) && adds.some(({ node }) => node?.tagName === 'math');
  });
}
