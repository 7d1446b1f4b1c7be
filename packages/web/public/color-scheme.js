// Before the first paint, so that a dark screen never flashes white. A file of its own: no inline script passes our CSP.
(() => {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('sightglass-preferences') ?? '{}').state ?? {};
  } catch {
    // Storage that is forbidden or damaged means no preferences: what the system prefers stands.
  }
  const dark = kept.theme === 'dark' || (kept.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
  document.documentElement.dataset.density = kept.density === 'compact' ? 'compact' : 'comfortable';
})();
