/**
 * A browser may name a language that `Intl` does not take: with LANG=C, WebKit's is `C` or nothing. What is written in the reader's
 * language (uPlot's axes are, from the moment that it is imported) then throws. From here on such a browser's language is English, as
 * every word of the dashboard is.
 */
export function knowLanguage(browser: Navigator): void {
  try {
    new Intl.NumberFormat(browser.language);
  } catch {
    Object.defineProperty(browser, 'language', { value: 'en', configurable: true });
  }
}
