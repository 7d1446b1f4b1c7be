/** How what is not of the recorded page looks. */
export interface Look {
  /** As CSS says colours, and not by a property of somebody else's document. */
  accent: string;
  /** 0: the pointer is not shown. */
  pointerPx: number;
  /** The page throws a shadow. */
  raised?: boolean;
  /** `over`: the visitor's scroll bars lay over the page and took no room, as those of phones and tablets do. Else what the page says of one counts. */
  bars?: 'over' | undefined;
}

/**
 * The document of a stage, as the address of a frame: `data:` has an opaque origin, which empty frames made in it share (HTML, "determining
 * the origin"), so that the stage can build pages in them. It inherits the policy of whoever makes the frame, and tightens it.
 *
 * The script stands before the policy: where a document adds one of its own, Safari no longer knows the `'self'` of the one it
 * inherits, and lets no script in. Nothing of a recorded page is there before both have been read.
 *
 * @param script - Absolute. The one thing that it may load.
 */
export function stageDocument(script: string, look: Look): string {
  const policy = [
    "default-src 'none'",
    `script-src ${script}`,
    "style-src 'unsafe-inline'",
    // Those of the stage's own: nobody else's can be named.
    'img-src data: blob:',
    'font-src data:',
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><script src="${script}"></script><meta http-equiv="content-security-policy" content="${policy}"><title>Stage</title><style>${style(look)}</style><body><div id="stage"${look.bars ? ` data-bars="${look.bars}"` : ''}></div>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
}

/** A recorded page is light unless it says otherwise, whatever the dashboard's theme. */
function style({ accent, pointerPx, raised = false }: Look): string {
  const shadow = raised ? '0 .25rem 1rem rgb(0 16 20 / 25%), 0 1px 2px rgb(0 16 20 / 20%)' : 'none';
  const pointer = pointerPx > 0 ? '' : 'display:none!important;';
  return `
html, body { height: 100%; margin: 0; overflow: hidden; background: transparent; }
#stage { position: absolute; inset: 0; overflow: hidden; }
[data-part=page] { position: relative; background: white; color-scheme: light; box-shadow: ${shadow}; }
iframe { display: block; border: 0; }
[data-part=pointer] { ${pointer}position: absolute; z-index: 2; width: ${pointerPx}px; height: ${pointerPx}px; background: ${accent};
  clip-path: polygon(0 0, 0 84%, 24% 64%, 40% 100%, 56% 93%, 41% 58%, 72% 56%); filter: drop-shadow(0 0 1px white); transition: left 60ms linear, top 60ms linear; }
[data-part=press] { position: absolute; z-index: 3; width: 32px; height: 32px; margin: -16px; border: 2px solid ${accent};
  border-radius: 50%; box-sizing: border-box; animation: press .7s ease-out forwards; pointer-events: none; }
[data-part=trail] { position: absolute; z-index: 1; inset: 0; overflow: visible; pointer-events: none; }
[data-part=trail] polyline { fill: none; opacity: .55; stroke: ${accent}; stroke-linecap: round; stroke-linejoin: round; stroke-width: 3px; }
@keyframes press { from { opacity: 1; transform: scale(.2); } to { opacity: 0; transform: scale(1.2); } }
@media (prefers-reduced-motion: reduce) { [data-part=press] { animation-duration: 1ms; } [data-part=pointer] { transition: none; } }
`.replaceAll(/\s+/g, ' ');
}
