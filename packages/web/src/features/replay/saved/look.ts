/** Styles of a saved page. It stands by itself, so the dashboard's tokens are not at hand. */
export const look = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
* { box-sizing: border-box; }
body { display: grid; grid-template-rows: auto minmax(0, 1fr); height: 100vh; margin: 0; background: Canvas; color: CanvasText; }
header { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; padding: .5rem 1rem; border-bottom: 1px solid color-mix(in srgb, CanvasText, transparent 85%); }
h1 { margin: 0; font-size: 1rem; }
p { margin: 0; }
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(14rem, 20rem); min-height: 0; }
.player { display: grid; grid-template-rows: minmax(0, 1fr) auto auto; min-height: 0; padding: .5rem 1rem; }
.root { position: relative; overflow: hidden; }
.root [data-part=page] { position: relative; background: white; color-scheme: light; box-shadow: 0 0 0 1px rgb(0 0 0 / 20%); }
.root iframe { display: block; border: 0; }
.root [data-part=pointer] { position: absolute; z-index: 2; width: 18px; height: 18px; background: #0b6875; clip-path: polygon(0 0, 0 84%, 24% 64%, 40% 100%, 56% 93%, 41% 58%, 72% 56%); }
.root [data-part=press] { position: absolute; z-index: 3; width: 32px; height: 32px; margin: -16px; border: 2px solid #0b6875; border-radius: 50%; animation: press .7s ease-out forwards; }
@keyframes press { from { opacity: 1; transform: scale(.2); } to { opacity: 0; transform: scale(1.2); } }
.empty { place-self: center; }
input[type=range] { width: 100%; margin: .5rem 0; }
.controls { display: flex; gap: 1rem; align-items: center; }
ol { margin: 0; padding: .5rem; overflow-y: auto; border-left: 1px solid color-mix(in srgb, CanvasText, transparent 85%); list-style: none; }
li button { display: block; width: 100%; padding: .2rem .4rem; border: 0; background: none; color: inherit; font: inherit; overflow-wrap: anywhere; text-align: start; cursor: pointer; }
li button:hover { background: color-mix(in srgb, CanvasText, transparent 92%); }
li button[aria-current] { background: color-mix(in srgb, CanvasText, transparent 86%); }
li button[data-tone=danger] b { color: light-dark(#ad261e, #f58d84); }
li button[data-tone=warning] b { color: light-dark(#7d5200, #e2b04e); }
@media (max-width: 50rem) { main { grid-template-columns: minmax(0, 1fr); grid-template-rows: minmax(0, 3fr) minmax(0, 2fr); } ol { border-left: 0; border-top: 1px solid color-mix(in srgb, CanvasText, transparent 85%); } }
`;
