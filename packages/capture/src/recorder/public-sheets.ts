/** What everybody puts into their pages, from hosts that let every page read it (`Access-Control-Allow-Origin: *`). */
const hosts =
  /^https:\/\/((fonts|ajax)\.googleapis|\w+\.jsdelivr|cdnjs\.cloudflare|unpkg|\w+\.bootstrapcdn|use\.fontawesome|code\.jquery|fonts\.bunny)\.(com|net)\//;

/** Whoever waits for it asks in each idle moment. */
const patienceMs = 4_000;

/**
 * The rules of a sheet that was asked for without `crossorigin`, which no script may read, of the same as one that may be read: from the
 * browser's cache, where it lies already. Asked for as a module: a page's policy goes by `style-src` for it, as for the sheet that it has let
 * in, and not by `connect-src`. What fails would stand on the page's console, so that nothing is asked for that may: of another host, which may
 * not let us (Adobe's lets us, and its sheets import others, of which the console says that a module's are not taken); of what is let in by its
 * `nonce` alone; past a service worker, which may hold an answer that no script may read. By the `#` our own records know that it is no file
 * more that the page has loaded.
 */
export async function readPublicSheet({ href, ownerNode }: CSSStyleSheet): Promise<CSSRuleList | undefined> {
  if (!href || !hosts.test(href) || (ownerNode as HTMLElement | null)?.nonce || navigator.serviceWorker?.controller)
    return undefined;
  // No timer of the page's: a framework that counts them would look for changes.
  const late = new Promise<undefined>((done) => {
    AbortSignal.timeout(patienceMs).onabort = () => done(undefined);
  });
  try {
    return (await Promise.race([import(`${href}#`, { with: { type: 'css' } }), late]))?.default.cssRules;
  } catch {
    // Gone from the cache, and not to be had again.
    return undefined;
  }
}
