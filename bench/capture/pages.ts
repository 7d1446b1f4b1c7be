/** Who watches the page: nobody, our SDK, or Datadog's with replay. */
export const watchers = ['none', 'sightglass', 'datadog'] as const;
export type Watcher = (typeof watchers)[number];

export const pages = ['load', 'resort'] as const;
export type BenchPage = (typeof pages)[number];

const snippet: Record<Watcher, string> = {
  none: '',
  sightglass: '<script async src="/sdk.js" data-key="sgk_0123456789abcdef0123456789abcdef"></script>',
  datadog: '<script async src="/datadog.js"></script>',
};

/** A whole page as HTML; `window.done` is true when its own work is over. */
export function pageHtml(page: BenchPage, watcher: Watcher): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${page}</title><style>${style}</style>${snippet[watcher]}</head><body>${bodies[page]()}</body></html>`;
}

const style = 'body{font:14px sans-serif}table{border-collapse:collapse}td{border:1px solid #ccc;padding:2px 6px}';

const bodies: Record<BenchPage, () => string> = {
  /** About 5,000 elements as a shop's list has them, and then nothing happens. */
  load() {
    const cards = Array.from(
      { length: 620 },
      (_, at) =>
        `<article class="card c${at % 7}"><h3>Part ${at}</h3><p data-kind="${at % 5}">Oiled <b>oak</b> and <i>brass</i>, ${at} mm</p><a href="/parts/${at}"><span>Open</span></a></article>`,
    );
    return `<main>${cards.join('')}</main><script>window.done=true</script>`;
  },
  /** 1,000 rows of 5 cells, put into another order 50 times. */
  resort() {
    const rows = Array.from(
      { length: 1_000 },
      (_, at) =>
        `<tr><td>${at}</td><td>HNG-${1000 + at}</td><td>Hinge ${(at * 7919) % 1_000}</td><td>${(at * 31) % 997}</td><td>oiled</td></tr>`,
    );
    return `<table><tbody id="rows">${rows.join('')}</tbody></table><script>${resort}</script>`;
  },
};

const resort = `
addEventListener('load', () => setTimeout(() => {
  const body = document.getElementById('rows');
  let left = 50;
  const step = () => {
    const column = left % 4;
    const rows = [...body.rows].sort((a, b) => a.cells[column].textContent.localeCompare(b.cells[column].textContent, 'en', { numeric: true }) * (left % 2 ? 1 : -1));
    for (const row of rows) body.append(row);
    left -= 1;
    if (left > 0) setTimeout(step, 100);
    else window.done = true;
  };
  step();
}, 1500));`;
